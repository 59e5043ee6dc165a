// SPDX-License-Identifier: Apache-2.0
#include "find/streams/waiting_offer.h"

#include <algorithm>

#include "find/module/module_cycle.h"

namespace tapestry {

namespace {

constexpr int kCycles = 600;  // longer than a time between two commands of a memory
constexpr std::size_t kMostOfTimer = 8;

class Timer {
public:
    Timer(const Subject& on, VarId valid, VarId ready)
        : valid_(valid), ready_(ready), cycle_(on.design, on.indexes, on.id) {
        const ModuleCycle::Sources sources = cycle_.sources(ready, valid);
        is_closed_ = sources.complete && !sources.registers.empty() &&
                     sources.registers.size() <= kMostOfTimer;
        if (!is_closed_) return;
        std::set<VarId> left = sources.inputs;
        for (const InactiveReset& reset : on.clocking.inactive_resets(on.id)) {
            if (left.erase(reset.var) != 0) resets_.push_back(reset);
        }
        is_closed_ = left.empty();
        for (const ModuleCycle::Signal& reg : sources.registers) state_.emplace_back(reg, 0);
    }

    // Offered all the time it is ready at no time, and else it is.
    bool refuses_who_waits() {
        if (!is_closed_) return false;
        step(false, true);
        return becomes_ready(false) && !stays_ready_for_offers() && becomes_ready(false);
    }

private:
    bool becomes_ready(bool valid) {
        for (int i = 0; i < kCycles && is_closed_; ++i) {
            if (step(valid, false)) return is_closed_;
        }
        return false;
    }

    // The first offer may be taken, as the time is over.
    bool stays_ready_for_offers() {
        step(true, false);
        return becomes_ready(true) || !is_closed_;
    }

    // One cycle; returns whether it is ready.
    bool step(bool valid, bool in_reset) {
        cycle_.begin();
        cycle_.put({0, valid_}, valid ? 1 : 0);
        for (const InactiveReset& reset : resets_)
            cycle_.put({0, reset.var}, reset.value != in_reset ? 1 : 0);
        for (const auto& [reg, value] : state_) cycle_.put(reg, value);
        const KnownBits ready = cycle_.value(ready_);
        is_closed_ = is_closed_ && ready.all(1);
        auto next = state_;
        for (auto& [reg, value] : next) {
            const KnownBits bits = cycle_.next(reg);
            is_closed_ = is_closed_ && bits.all(cycle_.width(reg));
            value = bits.value;
        }
        state_ = std::move(next);
        return ready.value != 0;
    }

    VarId valid_;
    VarId ready_;
    ModuleCycle cycle_;
    std::vector<InactiveReset> resets_;
    bool is_closed_ = false;  // all that decides is known
    std::vector<std::pair<ModuleCycle::Signal, std::uint64_t>> state_;
};

}  // namespace

bool is_waiting_offer_refused(const Subject& on, VarId valid, VarId ready) {
    return Timer(on, valid, ready).refuses_who_waits();
}

}  // namespace tapestry
