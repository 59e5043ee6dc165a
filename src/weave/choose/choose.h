// SPDX-License-Identifier: Apache-2.0
// The choice of taps when a budget does not hold all that a plan has: the most useful ones that
// fit, or several passes that hold all.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/tap_plan.h"
#include "weave/choose/budget.h"

namespace tapestry {

// What things cost; whoever weaves and synthesizes knows.
struct Prices {
    std::function<Result<Area>()> original;
    // What weaving the plan adds to the original.
    std::function<Result<Area>(const TapPlan& plan, const Area& original)> added;
    std::function<void(const std::string& what)> on_progress;
};

// The plans of the passes; one unless `all`. What is left out is reported.
Result<std::vector<TapPlan>> choose_taps(const TapPlan& plan, const Budget& budget, bool all,
                                         const Prices& prices, Diagnostics& diagnostics);

}  // namespace tapestry
