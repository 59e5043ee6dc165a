// SPDX-License-Identifier: Apache-2.0
// `initial begin #0 state = 1; … end`, as HLS writes it for every register.
#pragma once

#include "weave/text/file_weaver.h"

namespace tapestry {

// Leaves `#0` out under Verilator where nothing but constants is assigned at time 0, to what nobody
// else assigns in that way. The values are the same from the first edge on. But what a process with
// a delay may have changed, Verilator computes again at every delay of the design and of the
// testbench: with such blocks, all logic behind all registers.
void leave_out_zero_delays(FileWeaver& file);

}  // namespace tapestry
