// SPDX-License-Identifier: Apache-2.0
// The grammar of a tap's expression: names of the module with members and indices, numbers, the
// operators that docs/project.md lists, brackets and braces. What has an effect is no part of it.
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
