// SPDX-License-Identifier: Apache-2.0
// Registers assigned with `=` in a clocked process: sampling them at the same edge is a race.
#pragma once

#include <string>

#include "weave/plan/spot.h"

namespace tapestry {

// Whether an observed signal, or its inverse, is such a register.
bool is_assigned_blocking(const Hierarchy& hierarchy, const Spot& spot, std::string text);

// A single register can be held (TapSite::held), an expression of several signals cannot: some of
// them may change at the very edge at which it would be sampled.
bool would_be_a_race(const Hierarchy& hierarchy, const Spot& spot);

}  // namespace tapestry
