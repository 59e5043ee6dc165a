// SPDX-License-Identifier: Apache-2.0
// The states of a machine: the constants assigned to it, those it reaches by counting, and the
// items of its enumeration. Each has its name from the source facts, or the name that the author
// uses most for it.
#pragma once

#include <vector>

#include "find/machines/state_mentions.h"
#include "find/module/next_value.h"
#include "find/module/subject.h"

namespace tapestry {

// A register, or a slice of one, that may be a state machine.
struct FsmCandidate {
    Slice slice;
    std::string name;  // local name with members: state_q, r.state
    TypeId enumeration = kNone;
};

std::vector<FindingState> states_of(const Subject& on, const FsmCandidate& candidate,
                                    const NextValue& next, const StateMentions& mentions);

// True if it is one bit whose two values both have names.
bool is_named_bit(const Subject& on, const FsmCandidate& candidate);

// How many of the assigned constants have names.
std::size_t named_states(const Subject& on, const FsmCandidate& candidate, const NextValue& next);

// True for a machine that advances by adding one. In contrast to a counter it is assigned several
// named values and compared with several.
bool steps_by_name(const Subject& on, const FsmCandidate& candidate, const NextValue& next,
                   const StateMentions& mentions);

}  // namespace tapestry
