// SPDX-License-Identifier: Apache-2.0
// Planning: from findings to the text to weave. Findings of the parameterisations of a module
// become one site; a stream that is one net at several levels is tapped once, at the highest; each
// clock root gets one leader that counts its edges.
#pragma once

#include "base/diagnostics.h"
#include "model/finding.h"
#include "model/project.h"
#include "model/tap_plan.h"

namespace tapestry {

struct PlanOptions {
    int top_instances = 1;  // how often the testbench instances the design
};

// A plan without sites means that nothing measurable was found.
TapPlan make_plan(const Design& design, const Findings& findings, const Project& project,
                  const PlanOptions& options, Diagnostics& diagnostics);

}  // namespace tapestry
