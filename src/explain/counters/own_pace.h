// SPDX-License-Identifier: Apache-2.0
// A testbench that sets its own pace: it drives the design again and again, and ends, without
// looking at what the design does (read/verilog/open_loop.h). Then no block limits the run, however
// busy it is: nothing inside the design would make it shorter.
#pragma once

#include "model/analysis.h"

namespace tapestry {

// The fact of a run that its testbench does so.
inline constexpr const char* kOpenLoop = "open_loop";

// Blames the outside, and drops advice that promises a saving, unless the run shows that the design
// cannot keep pace with it.
void blame_own_pace(const Run& run, Analysis& analysis);

}  // namespace tapestry
