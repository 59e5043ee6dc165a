// SPDX-License-Identifier: Apache-2.0
// Registers that their clocked process assigns with `=`: who samples them at the same edge races.
#pragma once

#include <string>

#include "weave/plan/spot.h"

namespace tapestry {

// Whether an observed signal, or its inverse, is a register that its clocked process assigns with
// `=`.
bool is_assigned_blocking(const Hierarchy& hierarchy, const Spot& spot, std::string text);

// A single register can be held (TapSite::held), an expression of several signals cannot: some of
// them may change at the edge from which it would be.
bool would_be_a_race(const Hierarchy& hierarchy, const Spot& spot);

}  // namespace tapestry
