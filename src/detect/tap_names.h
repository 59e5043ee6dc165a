// SPDX-License-Identifier: Apache-2.0
// What the names in an expression of a tap select: members that are there, indices that lie in
// their range. Simulators and synthesis differ in what they make of others.
#pragma once

#include <optional>
#include <string>

#include "detect/module_index.h"

namespace tapestry {

// What is wrong with a member or an index in an expression; empty when nothing is. An index that is
// no constant is not looked at.
std::string why_no_selection(const std::string& expression, const Design& design,
                             const ModuleIndex& index);

// The bits of a name, or of several in braces; nothing when the expression computes something.
std::optional<std::uint64_t> width_of_names(const std::string& expression, const Design& design,
                                            const ModuleIndex& index);

}  // namespace tapestry
