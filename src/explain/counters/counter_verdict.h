// SPDX-License-Identifier: Apache-2.0
// The verdict of the counters: what limits the run as far as that is seen; where what is seen does
// not carry a verdict, why not.
#pragma once

#include "explain/counters/root_cause.h"

namespace tapestry {

struct VerdictFacts {
    const Run& run;
    const Network& network;
    const Analysis& analysis;
    const RootCause& cause;
    const Load& load;  // of the whole run
};

// A run that ended before it began, or never left reset, says nothing of the design.
bool is_empty(const Run& run);

Verdict verdict_of_counters(const VerdictFacts& facts);

// Which part of the design the verdict rests on.
SeenPart seen_part(const Run& run, const Network& network);

}  // namespace tapestry
