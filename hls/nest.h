// SPDX-License-Identifier: Apache-2.0
// A loop around a single-block loop, in the form that flattening requires.
#pragma once

#include <optional>

#include "hls/cdfg.h"

namespace tapestry::hls {

struct Nest {
    std::size_t outer = 0, inner = 0;  // indices into the kernel's loops
    int entry = -1;                    // predecessor of the outer loop
    int header = -1, body = -1;        // header of the outer loop, the inner loop's only block
    int latch = -1;                    // source of the outer loop's back edge
    // The other blocks of the outer loop in topological order: `before` leads to the inner loop and
    // starts with the header; `after` holds the rest.
    std::vector<int> before, after;

    // may_skip: an iteration of the outer loop may bypass the inner one. may_skip_some: whether it
    // does may differ from iteration to iteration.
    bool may_skip = false, may_skip_some = false;
};

// Nothing: the loop does not have this form, or its operations must not be moved.
std::optional<Nest> nest_of(const Kernel& kernel, std::size_t outer);

}  // namespace tapestry::hls
