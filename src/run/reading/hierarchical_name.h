// SPDX-License-Identifier: Apache-2.0
// Hierarchical names as simulators print them, in one spelling.
#pragma once

#include <string>
#include <string_view>

namespace tapestry {

// `tb.g__BRA__0__KET__.u_core` and `tb.\g[0] .u_core` both become `tb.g[0].u_core`. Verilator
// writes characters that are not valid in C++ as `__BRA__`, `__KET__`, `__DOT__` or `__0` and two
// hex digits; the standard escapes a name with a backslash before it and a blank after it.
std::string normal_name(std::string_view name);

// `name` with its first part replaced: (`dut.u_core.state`, `u_dut0`) -> `u_dut0.u_core.state`.
std::string with_top(std::string_view name, std::string_view top);

}  // namespace tapestry
