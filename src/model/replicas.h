// SPDX-License-Identifier: Apache-2.0
// Replicated blocks: their paths differ only in numbers.
#pragma once

#include <string>

namespace tapestry {

// "dut.g_lane[3].u_mac" -> "dut.g_lane[*].u_mac"; "dut.u_worker_2" -> "dut.u_worker_*". A path
// without a number stays as it is, and so does the name of the top.
std::string folded_path(const std::string& path);

}  // namespace tapestry
