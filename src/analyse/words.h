// SPDX-License-Identifier: Apache-2.0
// Numbers in sentences.
#pragma once

#include <string>

namespace tapestry {

std::string percent_text(double share);  // 0.487 -> "48.7 %"
std::string cycles_text(double cycles);  // 1234567 -> "1,234,567"

}  // namespace tapestry
