// SPDX-License-Identifier: Apache-2.0
// Weaves the steps of an experiment into sources that already have taps: each module gets its
// clocks through tapestry_step. For simulation only.
#pragma once

#include "model/step_plan.h"
#include "weave/sources/weave.h"

namespace tapestry {

// The woven sources with steps. Blocks whose text cannot be edited move to `plan.refused`.
Woven add_steps(const Woven& woven, StepPlan& plan);

}  // namespace tapestry
