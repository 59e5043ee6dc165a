// SPDX-License-Identifier: Apache-2.0
// Hierarchical names: dut.lane[0].\odd/name .state
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace recount {

// The parts between the dots, escaped ones without their backslash and closing blank. An index
// stays with its part: lane[0].
std::vector<std::string> split_name(std::string_view name);

// `name` with its first parts, which are `from`, replaced by `to`; unchanged when it does not begin
// with them. An empty `to` leaves the bare rest.
std::string replace_prefix(const std::string& name, const std::string& from, const std::string& to);

}  // namespace recount
