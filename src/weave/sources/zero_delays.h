// SPDX-License-Identifier: Apache-2.0
// `initial begin #0 state = 1; … end`, as HLS writes it for every register.
#pragma once

#include "weave/text/file_weaver.h"

namespace tapestry {

// Removes `#0` under Verilator where only constants are assigned at time 0, to variables without
// other blocking assignments. The values are the same from the first edge on. With the delays
// Verilator would re-evaluate all logic downstream of these registers at every delay of the design
// and the testbench.
void leave_out_zero_delays(FileWeaver& file);

}  // namespace tapestry
