// SPDX-License-Identifier: Apache-2.0
// Which instances of a design can be made faster in an experiment.
#pragma once

#include "model/finding.h"
#include "model/step_plan.h"
#include "model/tap_plan.h"

namespace tapestry {

StepPlan plan_steps(const Design& design, const Findings& findings, const TapPlan& plan);

}  // namespace tapestry
