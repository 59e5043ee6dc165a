// SPDX-License-Identifier: Apache-2.0
// Times as people and simulators write them: 148ns, 10 ps, 2sec.
#pragma once

#include <cstdint>
#include <string_view>

namespace tapestry {

// The time at the start of the text, in femtoseconds; 0 if there is none.
std::uint64_t femtoseconds(std::string_view text);

}  // namespace tapestry
