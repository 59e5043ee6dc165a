// SPDX-License-Identifier: Apache-2.0
// Decides for each innermost loop whose body branches which form it takes: one block that is
// pipelined, in which every iteration takes the time of all its arms (if_convert.h), or plain
// blocks, in which an iteration takes the time of the arms it passes.
#pragma once

#include "hls/operators.h"

namespace tapestry::hls {

// Converts the loops that are expected to take fewer cycles as one block, with both sides of every
// branch taken equally often.
void choose_loop_forms(Kernel& kernel, const HlsOptions& options);

}  // namespace tapestry::hls
