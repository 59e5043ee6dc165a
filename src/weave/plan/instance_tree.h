// SPDX-License-Identifier: Apache-2.0
// The instance tree of a plan, which the ring is threaded through.
#pragma once

#include <vector>

#include "model/tap_plan.h"
#include "weave/plan/spot.h"

namespace tapestry {

std::vector<TreeNode> tree_of(const Design& design, const Hierarchy& hierarchy);

}  // namespace tapestry
