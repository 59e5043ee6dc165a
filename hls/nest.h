// SPDX-License-Identifier: Apache-2.0
// A loop around a loop of one block, as flattening needs it.
#pragma once

#include <optional>

#include "hls/cdfg.h"

namespace tapestry::hls {

struct Nest {
    std::size_t outer = 0, inner = 0;  // among the kernel's loops
    int entry = -1;                    // the block that leads to the outer loop
    int header = -1, body = -1;        // of the outer loop, of the inner one
    int latch = -1;                    // leads back in the outer loop
    // The other blocks of the outer loop in an order in which edges lead on: those that lead to
    // the inner loop, the header first, and all others.
    std::vector<int> before, after;

    // Whether an iteration of the outer loop may pass the inner one by; and whether one may while
    // another one does not.
    bool may_skip = false, may_skip_some = false;
};

// None: it has another form, or its operations may not move.
std::optional<Nest> nest_of(const Kernel& kernel, std::size_t outer);

}  // namespace tapestry::hls
