// SPDX-License-Identifier: Apache-2.0
// Hierarchical names, whose parts are joined by dots: `top.g_row[0].u_mac.state`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

// True if `path` matches `pattern`, where * stands for any characters.
bool matches(std::string_view pattern, std::string_view path);

// True if `path` is `prefix` or lies below it: `top.u_a.b` and `top.u_a[3]` are under `top.u_a`,
// `top.u_ab` is not.
bool is_under(std::string_view path, std::string_view prefix);

// True if `path` lies strictly below `ancestor` in the hierarchy.
bool is_below(std::string_view path, std::string_view ancestor);

// True if `path` ends with the parts of `name`: `top.u_a.state` ends with `u_a.state`.
bool ends_with_name(std::string_view path, std::string_view name);

// `a.b`; an empty operand adds no dot.
std::string joined(std::string_view a, std::string_view b);

// "g[0].inner[3]" -> "g.inner": the source text shared by all elements.
std::string without_indices(std::string_view path);

// The part after the first dot, empty if there is none: `dut.u_core.state` -> `u_core.state`.
std::string_view below_top(std::string_view name);

// The last part, and the parts before it (empty if there are none). Dots inside an escaped name do
// not separate parts.
std::string_view last_part(std::string_view path);
std::string_view parent_path(std::string_view path);

// For each path, the shortest tail that differs from the tails of all others: `u_a` and
// `g[0].main`, `g[1].main`.
std::vector<std::string> distinct_ends(const std::vector<std::string>& paths);

}  // namespace tapestry
