// SPDX-License-Identifier: Apache-2.0
// Times as people and simulators write them: 148ns, 10 ps, 2sec.
#pragma once

#include <cstdint>
#include <string_view>

namespace tapestry {

// What the text begins with, in femtoseconds; 0 when that is no time.
std::uint64_t femtoseconds(std::string_view text);

}  // namespace tapestry
