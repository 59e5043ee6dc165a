// SPDX-License-Identifier: Apache-2.0
// Numbers and blocks in sentences.
#pragma once

#include <string>

namespace tapestry {

std::string percent_text(double share);  // 0.487 -> "48.7 %"
std::string cycles_text(double cycles);  // 1234567 -> "1,234,567"

// A block by its path, with the loop that it was made of: "top.grp_f_Pipeline_rows_fu_91 (the loop
// rows)".
std::string block_text(const std::string& path);

}  // namespace tapestry
