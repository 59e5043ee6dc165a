// SPDX-License-Identifier: Apache-2.0
// Common names of resets: `rst`, `aresetn`, `ap_rst_n`, `sysRst`. Only whole words match, so
// `first`, `burst_end` and `boosterStream_full_n` are not resets.
#pragma once

#include <string>

namespace tapestry {

bool is_reset_name(const std::string& name);
// True if the name means active low: "rst_n", "aresetn", "nreset", "rst_ni".
bool is_low_reset_name(const std::string& name);

}  // namespace tapestry
