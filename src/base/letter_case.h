// SPDX-License-Identifier: Apache-2.0
// Names whose case does not matter.
#pragma once

#include <string>
#include <string_view>

namespace tapestry {

std::string in_lower_case(std::string_view text);

}  // namespace tapestry
