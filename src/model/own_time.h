// SPDX-License-Identifier: Apache-2.0
// A state that only registers of its own module end, such as an expired counter: whatever its name
// says, it waits for nobody.
#pragma once

#include <string_view>

namespace tapestry {

inline constexpr std::string_view kOwnTime = "only registers of its own module end it";

}  // namespace tapestry
