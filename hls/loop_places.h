// SPDX-License-Identifier: Apache-2.0
// A loop that OpenMP shares out begins, for clang, at its pragma; for whoever reads the program it
// begins at its `for`.
#pragma once

#include "hls/cdfg.h"

namespace tapestry::hls {

// The line of the `for` that a pragma on line `line` of `text` stands before; else `line` itself.
unsigned line_of_loop(const std::string& text, unsigned line);

void place_loops(Kernel& kernel);

}  // namespace tapestry::hls
