// SPDX-License-Identifier: Apache-2.0
// Lower case, for names that are compared without regard to case.
#pragma once

#include <string>
#include <string_view>

namespace tapestry {

std::string in_lower_case(std::string_view text);

}  // namespace tapestry
