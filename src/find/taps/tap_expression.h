// SPDX-License-Identifier: Apache-2.0
// Whether a tap can take an expression: its names, members and indices are there, and every tool
// reads it alike. model/expression has the grammar.
#pragma once

#include <optional>
#include <string>

#include "find/module/module_index.h"

namespace tapestry {

// What is wrong with an expression; empty when nothing is.
std::string why_no_expression(const std::string& expression, const Design& design,
                              const ModuleIndex& index);

// The bits of a name, or of several in braces; nothing when the expression computes something.
std::optional<std::uint64_t> width_of_names(const std::string& expression, const Design& design,
                                            const ModuleIndex& index);

}  // namespace tapestry
