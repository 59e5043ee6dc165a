// SPDX-License-Identifier: Apache-2.0
// Modules that have registers and no work: what they hold for others is no reason for a design to
// be slow.
#pragma once

#include <set>

#include "model/design.h"

namespace tapestry {

// The variables that processes with a clock assign.
std::set<VarId> registers_of(const Module& module);

// Whether it has registers that take constants and inputs, when inputs say so, and nothing else: as
// a register with a flag that says when it was written.
bool only_keeps(const Module& module);

}  // namespace tapestry
