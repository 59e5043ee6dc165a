// SPDX-License-Identifier: Apache-2.0
// Which experiments are worth their time, the most telling first.
#pragma once

#include <string>
#include <vector>

#include "model/analysis.h"
#include "model/run.h"
#include "model/step_plan.h"

namespace tapestry {

// Blocks that are sped up together.
struct Choice {
    std::vector<std::size_t> blocks;  // indices in StepPlan::blocks
    std::vector<std::string> paths;   // of these
    std::string kind = "block";

    std::string name() const;
};

// `what`: suspects, all, or the path of one block.
std::vector<Choice> choose(const StepPlan& steps, const Run& run, const Analysis& analysis,
                           const std::string& what);

}  // namespace tapestry
