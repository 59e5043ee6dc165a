// SPDX-License-Identifier: Apache-2.0
// When a pointer into a memory steps by one: the conditions on the way to `pointer + 1`, also where
// it goes back to 0 at its end.
#pragma once

#include <optional>
#include <vector>

#include "find/module/subject.h"

namespace tapestry {

// The assignments that add one to a pointer, each as the guards under which it does so.
using Steps = std::vector<std::vector<Guard>>;

// Nothing when one of them adds something else.
std::optional<Steps> pointer_steps(const Subject& on, VarId pointer);

}  // namespace tapestry
