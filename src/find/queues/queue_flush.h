// SPDX-License-Identifier: Apache-2.0
// What empties a queue whose pointers lie in instances of its module: a condition that sets one of
// them to a constant, beside its reset.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "find/module/subject.h"

namespace tapestry {

// The conditions, each an expression of the module; nothing when one cannot be written so.
std::optional<std::set<std::string>> flushes_below(const Subject& on);

}  // namespace tapestry
