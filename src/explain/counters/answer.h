// SPDX-License-Identifier: Apache-2.0
// The sentences that people read first. They say what limits the run as far as that is seen; where
// what is seen does not carry a verdict, they say what is known instead.
#pragma once

#include "explain/counters/root_cause.h"

namespace tapestry {

struct AnswerFacts {
    const Run& run;
    const Network& network;
    const Analysis& analysis;
    const RootCause& cause;
    const Load& load;  // of the whole run
};

// A run that ended before it began, or never left reset, says nothing of the design.
bool is_empty(const Run& run);

std::string answer_of(const AnswerFacts& facts);
// Whether such an answer says why nobody can tell.
bool is_undecided(const std::string& answer);

// Which part of the design the answer rests on, and how to see the rest; empty when that is all.
std::string seen_part(const Run& run, const Network& network);

}  // namespace tapestry
