// SPDX-License-Identifier: Apache-2.0
// Applies the contents of pragmas to the plan.
#pragma once

#include <vector>

#include "model/pragma.h"
#include "model/tap_plan.h"

namespace tapestry {

// Sets the categories of pragma taps, the waits of their states and the edges to their peers, and
// the place of the added signal in their sites.
void apply_pragmas(const std::vector<PragmaSite>& sites, TapPlan& plan);

}  // namespace tapestry
