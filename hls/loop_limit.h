// SPDX-License-Identifier: Apache-2.0
// What keeps the iterations of a loop from starting more often, and what could be written instead,
// in the words of the program: lines and arrays.
#pragma once

#include "hls/cdfg.h"
#include "hls/solve.h"

namespace tapestry::hls {

struct LoopLimit {
    std::string why;     // empty: an iteration starts every cycle
    std::string advice;  // empty: nothing is known that would help
};

// `ops` are the operations of the problem, in its order.
LoopLimit limit_of(const Kernel& kernel, const Problem& problem, const std::vector<Value>& ops,
                   const Bounds& bounds, unsigned interval);

}  // namespace tapestry::hls
