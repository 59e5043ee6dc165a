// SPDX-License-Identifier: Apache-2.0
#include "hls/held_locks.h"

namespace tapestry::hls {

namespace {

class Locks {
public:
    Locks(const Kernel& kernel, const KernelPlan& plan, const StateTable& states)
        : kernel_(kernel), plan_(plan), states_(states), held_(kernel.blocks.size()) {
        for (bool again = true; again;) {
            again = false;
            for (std::size_t b = 0; b < held_.size(); ++b)
                for (const int next : kernel.blocks[b].next) again |= hold(b, next);
        }
    }

    std::vector<bool> by_state() const {
        std::vector<bool> locked;
        for (const State& s : states_.states) locked.push_back(s.block >= 0 && is_locked(s));
        return locked;
    }

private:
    bool hold(std::size_t from, int to) {
        const auto next = static_cast<std::size_t>(to);
        if (held_[next] || !is_held(static_cast<int>(from), ~0U, held_[from])) return false;
        return held_[next] = true;
    }

    // Whether a lock is held at `cycle` of a block, if `held` says so for its entry.
    bool is_held(int block, unsigned cycle, bool held) const {
        unsigned last = 0;
        for (const Value v : kernel_.blocks[static_cast<std::size_t>(block)].ops) {
            const OpKind kind = kernel_.op(v).kind;
            if (kind != OpKind::lock && kind != OpKind::unlock) continue;
            const unsigned start = plan_.start(v);
            if (start >= cycle || start < last) continue;
            last = start;
            held = kind == OpKind::lock;
        }
        return held;
    }

    bool is_locked(const State& s) const {
        const bool held = held_[static_cast<std::size_t>(s.block)];
        return s.is_pipeline ? held : is_held(s.block, s.cycle, held);
    }

    const Kernel& kernel_;
    const KernelPlan& plan_;
    const StateTable& states_;
    std::vector<bool> held_;  // on entry to a block
};

}  // namespace

std::vector<bool> locked_states(const Kernel& kernel, const KernelPlan& plan,
                                const StateTable& states) {
    return Locks(kernel, plan, states).by_state();
}

}  // namespace tapestry::hls
