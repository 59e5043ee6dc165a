// SPDX-License-Identifier: Apache-2.0
// clang places a work-shared OpenMP loop at its pragma. Users expect it at its `for`.
#pragma once

#include "hls/cdfg.h"

namespace tapestry::hls {

// The line of the `for` that follows a pragma on `line` of `text`; `line` itself if there is none.
unsigned line_of_loop(const std::string& text, unsigned line);

void place_loops(Kernel& kernel);

}  // namespace tapestry::hls
