// SPDX-License-Identifier: Apache-2.0
// Modules that only store values. Such a module does no work, so it cannot be the reason that a
// design is slow.
#pragma once

#include <set>

#include "model/design.h"

namespace tapestry {

// The variables assigned in clocked processes.
std::set<VarId> registers_of(const Module& module);

// True if its registers only take constants and inputs, under conditions over inputs, such as a
// register with a written flag; or if all that it has are instances of such modules.
bool only_keeps(const Design& design, const Module& module);

}  // namespace tapestry
