// SPDX-License-Identifier: Apache-2.0
// The experiments that follow a run when they are asked for, or when the run took but a moment.
#pragma once

#include <string>

#include "jobs/experiments/run_experiments.h"
#include "jobs/options/options.h"

namespace tapestry {

struct VerifyChoice {
    std::string what;   // empty: suspects after a short run
    bool none = false;  // not even then
    bool curve = false;
    std::optional<double> budget_seconds;
};

void add_verify_options(OptionList& app, VerifyChoice& choice);

// The run that has been made, and all that it was made from.
struct VerifyStage {
    const Scanned& scanned;
    const Project& project;
    RunOptions options;
    const RunFolders& place;
    const RunFacts& facts;
    std::filesystem::file_time_type began;
    RemotePrograms& remote;
};

void add_experiments(const VerifyStage& stage, const VerifyChoice& choice, Run& run,
                     Progress& progress, Diagnostics& diagnostics);

}  // namespace tapestry
