// SPDX-License-Identifier: Apache-2.0
// Hierarchical names, parts joined by dots: `top.g_row[0].u_mac.state`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

// Whether `path` matches `pattern`, where * stands for any characters.
bool matches(std::string_view pattern, std::string_view path);

// Whether `path` is `prefix` or lies below it: `top.u_a.b` and `top.u_a[3]` are under `top.u_a`,
// `top.u_ab` is not.
bool is_under(std::string_view path, std::string_view prefix);

// Whether it is a part of what `ancestor` is the path of.
bool is_below(std::string_view path, std::string_view ancestor);

// Whether `name` are the last parts of `path`: `u_a.state` of `top.u_a.state`.
bool ends_with_name(std::string_view path, std::string_view name);

// `a.b`; what is empty leaves no dot.
std::string joined(std::string_view a, std::string_view b);

// "g[0].inner[3]" -> "g.inner": the text that stands for all of them.
std::string without_indices(std::string_view path);

// What follows the first dot; empty when there is none: `dut.u_core.state` -> `u_core.state`.
std::string_view below_top(std::string_view name);

// The last part, and what stands before it (empty when there is nothing). Dots of an escaped name
// divide nothing.
std::string_view last_part(std::string_view path);
std::string_view parent_path(std::string_view path);

// The last parts of each path, as many as tell it from the others: `u_a` and `g[0].main`,
// `g[1].main`.
std::vector<std::string> distinct_ends(const std::vector<std::string>& paths);

}  // namespace tapestry
