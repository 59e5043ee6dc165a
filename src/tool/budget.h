// SPDX-License-Identifier: Apache-2.0
// A budget for what weaving may add, and the taps that fit it.
#pragma once

#include <optional>

#include "synth/cost.h"
#include "tool/stages.h"

namespace tapestry {

// A limit as a number, or as a percentage of what the original design takes.
struct Limit {
    double value = 0;
    bool percent = false;
};

struct Budget {
    std::optional<Limit> lut;
    std::optional<Limit> ff;
    std::optional<Limit> bram;
};

// "lut=2%,ff=2%,bram=4"
Result<Budget> budget_of(const std::string& text, Diagnostics& diagnostics);

bool fits(const Area& added, const Area& original, const Budget& budget);

// The plan with as many sites as fit, the least useful left out first. Each choice is synthesized
// for `family`. What is left out is reported.
Result<TapPlan> fit_budget(const Scanned& scanned, const Project& project, const LinkOptions& link,
                           const Budget& budget, const std::string& family,
                           const std::filesystem::path& scratch, Progress& progress,
                           Diagnostics& diagnostics);

}  // namespace tapestry
