// SPDX-License-Identifier: Apache-2.0
// What resets are called: `rst`, `aresetn`, `ap_rst_n`, `sysRst`. Whole words count, so that
// `first`, `burst_end` and `boosterStream_full_n` are none.
#pragma once

#include <string>

namespace tapestry {

bool is_reset_name(const std::string& name);
// "rst_n", "aresetn", "nreset", "rst_ni": by its name it is active when low.
bool is_low_reset_name(const std::string& name);

}  // namespace tapestry
