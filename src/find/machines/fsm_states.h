// SPDX-License-Identifier: Apache-2.0
// The states of a machine: the constants that it is set to, those it reaches by counting, and the
// items of its enumeration; each under the name that facts about the sources give it, or that the
// author writes for it most.
#pragma once

#include <vector>

#include "find/machines/state_mentions.h"
#include "find/module/next_value.h"
#include "find/module/subject.h"

namespace tapestry {

// A register, or a part of one, that may be a machine.
struct FsmCandidate {
    Slice slice;
    std::string name;  // local name with members: state_q, r.state
    TypeId enumeration = kNone;
};

std::vector<FindingState> states_of(const Subject& on, const FsmCandidate& candidate,
                                    const NextValue& next, const StateMentions& mentions);

// Whether it is one bit, and both of its values have names whatever it is set to.
bool is_named_bit(const Subject& on, const FsmCandidate& candidate);

// How many of the constants that the machine is set to have names.
std::size_t named_states(const Subject& on, const FsmCandidate& candidate, const NextValue& next);

// A machine may step to its next state by adding one. What tells it from a counter: it is set to
// several values that have names, and compared with several that have.
bool steps_by_name(const Subject& on, const FsmCandidate& candidate, const NextValue& next,
                   const StateMentions& mentions);

}  // namespace tapestry
