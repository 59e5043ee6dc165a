// SPDX-License-Identifier: Apache-2.0
// When a pointer into a memory advances by one: the conditions of `pointer + 1`, including the wrap
// to 0.
#pragma once

#include <optional>
#include <vector>

#include "find/module/subject.h"

namespace tapestry {

// The assignments that advance a pointer, each as its guards.
using Steps = std::vector<std::vector<Guard>>;

// Nothing if one of its assignments does anything else.
std::optional<Steps> pointer_steps(const Subject& on, VarId pointer);

}  // namespace tapestry
