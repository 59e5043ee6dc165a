// SPDX-License-Identifier: Apache-2.0
// What a testbench says of its own outcome.
#pragma once

#include <string>
#include <string_view>

namespace tapestry {

// The first line of what it printed that reports an error or a failed test; empty when none does.
// Counts of zero ("errors: 0", "no mismatch") report none.
std::string reported_error(std::string_view printed);

// The last line of what it printed; empty when it printed none.
std::string last_line(std::string_view printed);

}  // namespace tapestry
