// SPDX-License-Identifier: Apache-2.0
// What taps cost: woven and synthesized for real.
#pragma once

#include "jobs/stages/stages.h"
#include "weave/choose/choose.h"

namespace tapestry {

// The plans of the taps that keep a budget (choose.h). Each choice is synthesized for `family`.
Result<std::vector<TapPlan>> fit_budget(const Scanned& scanned, const Project& project,
                                        const LinkOptions& link, const Budget& budget, bool all,
                                        const std::string& family,
                                        const std::filesystem::path& scratch, Progress& progress,
                                        Diagnostics& diagnostics);

}  // namespace tapestry
