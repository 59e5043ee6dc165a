// SPDX-License-Identifier: Apache-2.0
// The states of a small module and the number of entries that each of them holds.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "find/module/module_cycle.h"
#include "find/module/subject.h"

namespace tapestry {

// An input that is heard while an output has one value, and the value at which it asks.
struct Strobe {
    std::size_t input = 0;  // as a position in QueueStates::inputs
    bool active = true;
    std::size_t flag = 0;  // in QueueStates::flags
    bool open = true;
};

// The input that empties the queue.
struct Emptier {
    std::size_t input = 0;
    bool active = true;
};

struct Entries {
    std::uint64_t most = 0;
    std::uint64_t steps = 0;  // how many steps the count agrees with
};

class QueueStates {
public:
    // Considers the outputs of one bit, and such members of outputs, that depend on registers and
    // on inputs of one bit alone.
    QueueStates(const Subject& on, ModuleCycle& cycle);

    // Goes through the states; false if there are none, or one does not follow from what is known.
    bool explore();

    const std::vector<ModuleCycle::Signal>& inputs() const { return inputs_; }
    const std::vector<ModuleCycle::Signal>& flags() const { return flags_; }
    const std::vector<InactiveReset>& resets() const { return resets_; }
    const std::set<ModuleCycle::Signal>& registers() const { return registers_; }
    bool is_complete() const {
        return expanded_ == nodes_.size();
    }  // all reachable states are seen
    std::size_t count() const { return expanded_; }

    // If `careful`, nobody pushes into a full queue or pops from an empty one. Nothing if some
    // state would hold two numbers of entries.
    std::optional<Entries> entries(const Strobe& push, const Strobe& pop, bool careful,
                                   const std::optional<Emptier>& emptier) const;

private:
    using State = std::vector<std::uint64_t>;
    struct Step {
        std::int32_t next = kNone;
        std::uint32_t flags = 0;
    };
    struct Node {
        State state;
        std::vector<Step> steps;  // by the values of the inputs; empty if not gone through
    };
    struct Count;

    void choose_signals();
    void choose_resets(const std::set<ModuleCycle::Signal>& decides);
    std::vector<ModuleCycle::Signal> bits_of_outputs() const;
    bool is_bit(const ModuleCycle::Signal& signal) const;
    State state_after_reset();
    std::int32_t node_of(const State& state);
    bool expand(std::int32_t node);
    // Goes on with the same inputs until a state was seen: fills a deep queue, or empties it.
    // Returns the last state; nothing as in explore().
    std::optional<std::int32_t> walk(std::uint32_t values, std::int32_t from);
    bool walk_everywhere();
    bool is_tired() const;  // enough was seen
    void put(const State& state, std::uint32_t values);

    const Subject& on_;
    ModuleCycle& cycle_;
    std::vector<ModuleCycle::Signal> inputs_;
    std::vector<ModuleCycle::Signal> flags_;
    std::vector<InactiveReset> resets_;
    std::set<ModuleCycle::Signal> registers_;
    std::vector<Node> nodes_;
    std::map<State, std::int32_t> known_;
    std::size_t expanded_ = 0;
};

}  // namespace tapestry
