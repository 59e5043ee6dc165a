// SPDX-License-Identifier: Apache-2.0
// What pragmas say of their states, brought to the plan.
#pragma once

#include <vector>

#include "model/pragma.h"
#include "model/tap_plan.h"

namespace tapestry {

// Gives taps of pragmas their categories, what their states wait for and the edges to their peers;
// and their sites the place of the signal that was added.
void apply_pragmas(const std::vector<PragmaSite>& sites, TapPlan& plan);

}  // namespace tapestry
