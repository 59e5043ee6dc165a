// SPDX-License-Identifier: Apache-2.0
// Chooses taps if a budget does not allow all taps of a plan: the most useful ones that fit, or
// several passes that together have all.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/tap_plan.h"
#include "weave/choose/budget.h"

namespace tapestry {

// The prices of plans, from the caller, who weaves and synthesizes.
struct Prices {
    std::function<Result<Area>()> original;
    // The area that weaving the plan adds to the original.
    std::function<Result<Area>(const TapPlan& plan, const Area& original)> added;
    std::function<void(const std::string& what)> on_progress;
};

// The plans of the passes; one unless `all`. Taps left out are reported.
Result<std::vector<TapPlan>> choose_taps(const TapPlan& plan, const Budget& budget, bool all,
                                         const Prices& prices, Diagnostics& diagnostics);

}  // namespace tapestry
