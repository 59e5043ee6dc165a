// SPDX-License-Identifier: Apache-2.0
// The order in which the sites of a plan are dropped if not all fit.
#pragma once

#include <vector>

#include "model/tap_plan.h"

namespace tapestry {

// Indices of all sites, the least useful first: machines, calls, queues, streams, and last the taps
// that only the user asks for; within a kind first low confidence of detection, then greater depth
// in the hierarchy.
std::vector<std::size_t> by_usefulness(const TapPlan& plan);

// The plan with only the sites whose entry is true.
TapPlan with_sites(const TapPlan& plan, const std::vector<bool>& kept);

}  // namespace tapestry
