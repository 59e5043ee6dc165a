// SPDX-License-Identifier: Apache-2.0
// Makes blocks faster one by one, and tells what each saved.
#pragma once

#include "jobs/experiments/experiment_build.h"
#include "jobs/experiments/remote_programs.h"
#include "model/analysis.h"

namespace tapestry {

inline constexpr std::size_t kEveryRun = static_cast<std::size_t>(-1);

struct VerifyOptions {
    std::string what = "suspects";         // or all, or a block
    std::optional<double> budget_seconds;  // for all, if the user gave one
    std::size_t most_runs = kEveryRun;
    bool builds_again = true;          // for more room, which needs a build each time
    RemotePrograms* remote = nullptr;  // other processes that help
    bool curve = false;  // what saves something is made four and eight times as fast too
};

// The run that experiments are compared with.
struct PlainRun {
    const Run& run;
    const Analysis& analysis;
    std::string printed;  // by its testbench
    double seconds = 0;
};

// What came out, in the order in which it was tried. Empty, with a diagnostic, when the design
// cannot be experimented with.
struct Experimented {
    std::vector<Experiment> experiments = {};
    std::optional<std::uint64_t> work_end =
        {};  // of the plain run, where much time follows its work
};
Experimented run_experiments(const ExperimentSite& place, const PlainRun& plain,
                             const VerifyOptions& options, Progress& progress,
                             Diagnostics& diagnostics);

}  // namespace tapestry
