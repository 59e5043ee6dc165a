// SPDX-License-Identifier: Apache-2.0
#include "find/queues/queue_states.h"

#include <algorithm>

#include "find/logic/leaves.h"

namespace tapestry {

namespace {

constexpr std::size_t kMostInputs = 4;
constexpr std::size_t kMostFlags = 8;
constexpr std::size_t kMostRegisters = 24;
constexpr std::size_t kMostSteps = 65536;  // over all states that are gone through
constexpr std::size_t kMostWalks = 4;      // that may use them up, if they never end

bool is_one(std::uint32_t values, std::size_t position) { return ((values >> position) & 1U) != 0; }

}  // namespace

QueueStates::QueueStates(const Subject& on, ModuleCycle& cycle) : on_(on), cycle_(cycle) {
    choose_signals();
}

bool QueueStates::is_bit(const ModuleCycle::Signal& signal) const {
    return !on_.is_array(signal.var) &&
           (signal.width == 0 ? on_.width(signal.var) : signal.width) == 1;
}

std::vector<ModuleCycle::Signal> QueueStates::bits_of_outputs() const {
    std::vector<ModuleCycle::Signal> bits;
    for (const VarId v : on_.vars()) {
        const Var& var = on_.module.var(v);
        if (var.direction != Direction::output || on_.is_array(v)) continue;
        if (on_.width(v) == 1)
            bits.push_back({ModuleCycle::kOwn, v});
        else if (on_.type_of(v)->kind == Type::Kind::structure)
            for (const Leaf& leaf : leaves_of(on_.design, var.type))
                if (leaf.width == 1) bits.push_back({ModuleCycle::kOwn, v, leaf.lsb, 1});
    }
    return bits;
}

// A reset may be a register that follows an input.
void QueueStates::choose_resets(const std::set<ModuleCycle::Signal>& decides) {
    for (const InactiveReset& reset : on_.clocking.inactive_resets(on_.id)) {
        const bool known = std::ranges::any_of(
            resets_, [&](const InactiveReset& other) { return other.var == reset.var; });
        if (!known && decides.contains({ModuleCycle::kOwn, reset.var})) resets_.push_back(reset);
    }
}

void QueueStates::choose_signals() {
    std::set<VarId> all_resets;
    for (const InactiveReset& reset : on_.clocking.inactive_resets(on_.id))
        all_resets.insert(reset.var);
    std::set<ModuleCycle::Signal> heard, decides;
    for (const ModuleCycle::Signal& flag : bits_of_outputs()) {
        const ModuleCycle::Sources sources = cycle_.sources(flag, all_resets);
        const bool narrow = std::ranges::all_of(
            sources.inputs, [&](const ModuleCycle::Signal& i) { return is_bit(i); });
        if (!sources.complete || !narrow || sources.registers.empty()) continue;
        flags_.push_back(flag);
        registers_.insert(sources.registers.begin(), sources.registers.end());
        heard.insert(sources.inputs.begin(), sources.inputs.end());
        const ModuleCycle::Sources with_resets = cycle_.sources(flag);
        decides.insert(with_resets.inputs.begin(), with_resets.inputs.end());
        decides.insert(with_resets.registers.begin(), with_resets.registers.end());
    }
    if (flags_.size() < 2) return;
    choose_resets(decides);
    inputs_.assign(heard.begin(), heard.end());
}

QueueStates::State QueueStates::state_after_reset() {
    cycle_.begin();
    for (const InactiveReset& reset : resets_)
        cycle_.put({ModuleCycle::kOwn, reset.var}, reset.value ? 0 : 1);
    State state;
    for (const ModuleCycle::Signal& reg : registers_) {
        KnownBits bits = cycle_.next(reg);
        if (!bits.all(cycle_.width(reg))) bits = cycle_.initial(reg);
        state.push_back(bits.value);
    }
    return state;
}

std::int32_t QueueStates::node_of(const State& state) {
    const auto [place, is_new] = known_.emplace(state, static_cast<std::int32_t>(nodes_.size()));
    if (is_new) nodes_.push_back({state, {}});
    return place->second;
}

void QueueStates::put(const State& state, std::uint32_t values) {
    cycle_.begin();
    for (const InactiveReset& reset : resets_)
        cycle_.put({ModuleCycle::kOwn, reset.var}, reset.value ? 1 : 0);
    for (std::size_t i = 0; i < inputs_.size(); ++i)
        cycle_.put(inputs_[i], is_one(values, i) ? 1 : 0);
    std::size_t position = 0;
    for (const ModuleCycle::Signal& reg : registers_) cycle_.put(reg, state[position++]);
}

bool QueueStates::expand(std::int32_t node) {
    const std::size_t id = static_cast<std::size_t>(node);
    if (!nodes_[id].steps.empty()) return true;
    const State state = nodes_[id].state;
    std::vector<Step> steps;
    for (std::uint32_t values = 0; values < 1U << inputs_.size(); ++values) {
        put(state, values);
        Step step;
        for (std::size_t i = 0; i < flags_.size(); ++i) {
            const KnownBits flag = cycle_.value(flags_[i]);
            if (!flag.all(1)) return false;
            step.flags |= static_cast<std::uint32_t>(flag.value) << i;
        }
        State after;
        for (const ModuleCycle::Signal& reg : registers_) {
            const KnownBits bits = cycle_.next(reg);
            if (!bits.all(cycle_.width(reg))) return false;
            after.push_back(bits.value);
        }
        step.next = node_of(after);
        steps.push_back(step);
    }
    nodes_[id].steps = std::move(steps);
    ++expanded_;
    return true;
}

bool QueueStates::is_tired() const { return expanded_ >= kMostSteps >> inputs_.size(); }

std::optional<std::int32_t> QueueStates::walk(std::uint32_t values, std::int32_t from) {
    std::int32_t node = from;
    const std::size_t enough = expanded_ + (kMostSteps >> inputs_.size()) / kMostWalks;
    while (!is_tired() && expanded_ < enough) {
        const bool seen = !nodes_[static_cast<std::size_t>(node)].steps.empty();
        if (!expand(node)) return std::nullopt;
        const std::int32_t next = nodes_[static_cast<std::size_t>(node)].steps[values].next;
        if ((seen && node != from) || next == node) break;
        node = next;
        if (node == from) break;
    }
    return node;
}

bool QueueStates::walk_everywhere() {
    std::set<std::int32_t> ends;
    for (std::uint32_t values = 0; values < 1U << inputs_.size(); ++values) {
        const auto end = walk(values, 0);
        if (!end) return false;
        ends.insert(*end);
    }
    for (const std::int32_t end : ends) {
        for (std::uint32_t values = 0; values < 1U << inputs_.size(); ++values) {
            if (!walk(values, end)) return false;
        }
    }
    return true;
}

bool QueueStates::explore() {
    if (inputs_.size() < 2 || inputs_.size() > kMostInputs || flags_.size() < 2 ||
        flags_.size() > kMostFlags || registers_.size() > kMostRegisters)
        return false;
    node_of(state_after_reset());
    if (!walk_everywhere()) return false;
    for (std::size_t node = 0; node < nodes_.size() && !is_tired(); ++node) {
        if (!expand(static_cast<std::int32_t>(node))) return false;
    }
    return true;
}

// One way to count what is in the module.
struct QueueStates::Count {
    const QueueStates& states;
    Strobe push;
    Strobe pop;
    bool careful = false;
    std::optional<Emptier> emptier;
    std::vector<std::int64_t> held = {};  // by node; -1: not reached
    Entries entries = {};

    static bool asks(const Strobe& s, std::uint32_t values) {
        return is_one(values, s.input) == s.active;
    }
    static bool is_open(const Strobe& s, const Step& step) {
        return is_one(step.flags, s.flag) == s.open;
    }
    bool empties(std::uint32_t values) const {
        return emptier && is_one(values, emptier->input) == emptier->active;
    }

    // Gives every state that can be reached its number; false if one would have two.
    bool agrees() {
        held.assign(states.nodes_.size(), -1);
        held[0] = 0;
        std::vector<std::int32_t> left = {0};
        while (!left.empty()) {
            const std::int32_t node = left.back();
            left.pop_back();
            const std::vector<Step>& steps = states.nodes_[static_cast<std::size_t>(node)].steps;
            for (std::uint32_t values = 0; values < steps.size(); ++values) {
                if (!follow(node, values, steps[values], left)) return false;
            }
        }
        return true;
    }

    bool follow(std::int32_t node, std::uint32_t values, const Step& step,
                std::vector<std::int32_t>& left) {
        const bool pushes = asks(push, values) && is_open(push, step);
        const bool pops = asks(pop, values) && is_open(pop, step);
        if (careful && (pushes != asks(push, values) || pops != asks(pop, values))) return true;
        const std::int64_t now = held[static_cast<std::size_t>(node)];
        const std::int64_t then = empties(values) ? 0 : now + (pushes ? 1 : 0) - (pops ? 1 : 0);
        std::int64_t& there = held[static_cast<std::size_t>(step.next)];
        if (then < 0 || (there >= 0 && there != then)) return false;
        if (there < 0) left.push_back(step.next);
        there = then;
        ++entries.steps;
        return true;
    }

    // True if the flags say full and empty, at once or one idle cycle later.
    bool flags_agree() {
        for (const std::int64_t n : held)
            entries.most = std::max(entries.most, static_cast<std::uint64_t>(std::max(n, 0L)));
        bool seen_full = false;
        for (std::size_t node = 0; node < held.size(); ++node) {
            if (held[node] < 0) continue;
            const std::vector<Step>& steps = states.nodes_[node].steps;
            if (!node_agrees(steps, held[node])) return false;
            seen_full = seen_full ||
                        (held[node] == static_cast<std::int64_t>(entries.most) && !steps.empty());
        }
        return seen_full;
    }

    bool node_agrees(const std::vector<Step>& steps, std::int64_t here) const {
        for (std::uint32_t values = 0; values < steps.size(); ++values) {
            if (asks(push, values) || asks(pop, values) || empties(values)) continue;
            if (says(steps[values], here)) continue;
            const auto& later = states.nodes_[static_cast<std::size_t>(steps[values].next)].steps;
            if (later.empty() || !says(later[values], here)) return false;
        }
        return true;
    }

    bool says(const Step& step, std::int64_t here) const {
        return is_open(push, step) == (here < static_cast<std::int64_t>(entries.most)) &&
               is_open(pop, step) == (here > 0);
    }
};

std::optional<Entries> QueueStates::entries(const Strobe& push, const Strobe& pop, bool careful,
                                            const std::optional<Emptier>& emptier) const {
    Count count{*this, push, pop, careful, emptier};
    if (!count.agrees() || !count.flags_agree()) return std::nullopt;
    return count.entries;
}

}  // namespace tapestry
