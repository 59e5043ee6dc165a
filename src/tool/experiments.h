// SPDX-License-Identifier: Apache-2.0
// Tries what a faster block would bring: one further build, then a run for each experiment.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "model/analysis.h"
#include "model/experiment.h"
#include "tool/stages.h"

namespace tapestry {

struct VerifyOptions {
    // suspects, all, or the path of one block.
    std::string what = "suspects";
    std::vector<unsigned> factors = {2};
    std::chrono::duration<double> budget{0};  // for all experiments, the build left out; 0: none
    std::chrono::seconds timeout{0};          // of one run
};

// Experiments on a design that was run before, `plain` being that run and `analysis` what is made of
// it. Builds below `folder`.
Result<std::vector<Experiment>> run_experiments(const Scanned& scanned, const Project& project,
                                                const Run& plain, const Analysis& analysis,
                                                const VerifyOptions& options,
                                                const std::filesystem::path& folder,
                                                Progress& progress, Diagnostics& diagnostics);

}  // namespace tapestry
