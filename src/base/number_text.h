// SPDX-License-Identifier: Apache-2.0
// Numbers formatted for people.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tapestry {

// 1234567 -> 1,234,567
std::string thousands(std::int64_t number);
// Nanoseconds -> 1.234 s, 56.7 ms, 8.9 us, 12 ns.
std::string duration(double ns);
// 0.4871 -> 48.7%. Only exactly 0 prints as 0% and only exactly 1 as 100%.
std::string percent(double share);
// "1%" or "0.01" as a share from 0 to 1; none for anything else.
std::optional<double> read_share(std::string text);
// A mean, with about three significant digits.
std::string decimal(double number);

}  // namespace tapestry
