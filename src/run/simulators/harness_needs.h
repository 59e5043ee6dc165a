// SPDX-License-Identifier: Apache-2.0
// What a C++ harness needs of Verilator, from its text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

// Flags for the build: traces that it writes, delays that it steps through, and the name that it
// gives the model of `top`.
std::vector<std::string> harness_flags(std::string_view text, const std::string& top);

}  // namespace tapestry
