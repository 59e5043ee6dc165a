// SPDX-License-Identifier: Apache-2.0
// The flush of a queue whose pointers are in instances of its module: a condition other than the
// reset that sets a pointer to a constant.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "find/module/subject.h"

namespace tapestry {

// The conditions as expressions of the module; nothing if one cannot be printed.
std::optional<std::set<std::string>> flushes_below(const Subject& on);

}  // namespace tapestry
