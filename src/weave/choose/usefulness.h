// SPDX-License-Identifier: Apache-2.0
// Which sites of a plan are woven when not all fit.
#pragma once

#include <vector>

#include "model/tap_plan.h"

namespace tapestry {

// Indices of all sites, the least useful first: what the user asked for last of all, then channels
// and calls, then machines; within a kind what detection is less sure of, then what lies deeper.
std::vector<std::size_t> by_usefulness(const TapPlan& plan);

// The plan with those sites alone whose entry is true.
TapPlan with_sites(const TapPlan& plan, const std::vector<bool>& kept);

}  // namespace tapestry
