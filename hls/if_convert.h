// SPDX-License-Identifier: Apache-2.0
// If-conversion: turns a loop whose body branches into a single block, so that it can be pipelined.
// Both sides of a branch are computed, selects replace phis, and memory accesses are predicated.
#pragma once

#include "hls/cdfg.h"

namespace tapestry::hls {

// Whether no other loop is inside.
bool is_innermost(const Kernel& kernel, const Loop& loop);

// Converts one innermost loop, unless it takes a lock, or accesses streams and has several exits,
// such as `break`. Its blocks must be in topological order, the back edge aside.
// Returns false if the loop cannot be converted and was left unchanged.
bool make_one_block(Kernel& kernel, Loop& loop);

// Removes unreachable blocks.
void remove_unreached(Kernel& kernel);

}  // namespace tapestry::hls
