// SPDX-License-Identifier: Apache-2.0
// Numbers as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace tapestry {

// 1234567 -> 1,234,567
std::string thousands(std::int64_t number);
// 0.4871 -> 48.7%. Nothing but 0 is 0% and nothing but 1 is 100%.
std::string percent(double share);
// A mean, to about three digits.
std::string decimal(double number);

}  // namespace tapestry
