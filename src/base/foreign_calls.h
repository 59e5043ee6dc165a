// SPDX-License-Identifier: Apache-2.0
// System tasks by which testbenches record waveforms in other simulators, such as $fsdbDumpvars,
// $shm_open and $vcdpluson.
#pragma once

#include <string>
#include <vector>

namespace tapestry {

// True if any of the files calls one of them. Verilator then needs --bbox-sys, which drops calls of
// unknown system tasks.
bool records_elsewhere(const std::vector<std::string>& files);

}  // namespace tapestry
