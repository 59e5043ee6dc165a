// SPDX-License-Identifier: Apache-2.0
// Checks the expression of a tap: its names, members and indices exist, and every tool interprets
// it in the same way. model/expression has the grammar.
#pragma once

#include <optional>
#include <string>

#include "find/module/module_index.h"

namespace tapestry {

// Why the expression is refused; empty if it is valid.
std::string why_no_expression(const std::string& expression, const Design& design,
                              const ModuleIndex& index);

// The width of a name, or of a concatenation of names; nothing if the expression computes a value.
std::optional<std::uint64_t> width_of_names(const std::string& expression, const Design& design,
                                            const ModuleIndex& index);

}  // namespace tapestry
