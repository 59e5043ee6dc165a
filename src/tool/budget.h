// SPDX-License-Identifier: Apache-2.0
// A budget for what weaving may add, and the taps that fit it.
#pragma once

#include <functional>
#include <optional>
#include <vector>

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

// Whether sites, by their indices, fit a budget together.
using FitsTogether = std::function<Result<bool>(const std::vector<std::size_t>& sites)>;

// Sites in the order of usefulness, the least useful first, as passes of which each fits: the first
// holds the most useful ones. Unless `all`, there is one pass. What fits into none is dropped.
struct Passes {
    std::vector<std::vector<std::size_t>> passes;
    std::vector<std::size_t> dropped;
};
Result<Passes> into_passes(std::vector<std::size_t> sites, bool all, const FitsTogether& fits);

// The plans of the passes; one unless `all`. Each choice is synthesized for `family`. What is left
// out is reported.
Result<std::vector<TapPlan>> fit_budget(const Scanned& scanned, const Project& project,
                                        const LinkOptions& link, const Budget& budget, bool all,
                                        const std::string& family,
                                        const std::filesystem::path& scratch, Progress& progress,
                                        Diagnostics& diagnostics);

}  // namespace tapestry
