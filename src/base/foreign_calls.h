// SPDX-License-Identifier: Apache-2.0
// Calls with which testbenches tell other simulators to record waveforms, such as $fsdbDumpvars,
// $shm_open and $vcdpluson.
#pragma once

#include <string>
#include <vector>

namespace tapestry {

// Whether any of the files has one. Verilator leaves calls out that it does not know when it is
// told to with --bbox-sys.
bool records_elsewhere(const std::vector<std::string>& files);

}  // namespace tapestry
