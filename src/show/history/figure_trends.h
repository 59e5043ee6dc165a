// SPDX-License-Identifier: Apache-2.0
// How single numbers of a design went from run to run: cycles of a state, of a stream's waits.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "show/compare/run_numbers.h"
#include "show/history/trend.h"

namespace tapestry {

constexpr double kNoFigure = std::numeric_limits<double>::quiet_NaN();

struct FigureTrend {
    std::string name;            // "top.a.state BUSY"
    std::string number;          // "cycles"
    std::vector<double> values;  // one for each run; kNoFigure where a run has none
    std::size_t changed_at = 0;  // the run whose commit changed it most
    double change = 0;           // by so many cycles
};

// Those that changed most, in cycles, the largest first. `numbers` has those of each run.
std::vector<FigureTrend> figure_trends(Trend trend, const std::vector<const RunNumbers*>& numbers);

}  // namespace tapestry
