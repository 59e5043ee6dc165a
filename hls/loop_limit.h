// SPDX-License-Identifier: Apache-2.0
// Explains what bounds the initiation interval of a loop, and what could be written instead, in
// lines and arrays of the program.
#pragma once

#include "hls/cdfg.h"
#include "hls/solve.h"

namespace tapestry::hls {

struct LoopLimit {
    std::string why;     // empty: an iteration starts every cycle
    std::string advice;  // empty: no remedy is known
    // The remedy is more work in an iteration, so that there may be any number fewer of them.
    bool is_more_at_once = false;
    // The lines whose operations take the interval, each with its part of it.
    std::vector<std::pair<Place, unsigned>> lines = {};
};

// `ops[i]` is the kernel's operation behind operation i of the problem.
LoopLimit limit_of(const Kernel& kernel, const Problem& problem, const std::vector<Value>& ops,
                   const Bounds& bounds, unsigned interval);

}  // namespace tapestry::hls
