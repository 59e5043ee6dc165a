// SPDX-License-Identifier: Apache-2.0
// A design with steps in its clocks, built once, in which blocks are made faster run by run.
#pragma once

#include <filesystem>

#include "explain/experiments/judge.h"
#include "jobs/stages/stages.h"
#include "model/capacity.h"
#include "run/simulators/simulate.h"

namespace tapestry {

// What is experimented with.
struct ExperimentSite {
    const Scanned& scanned;
    const Project& project;
    RunOptions options;
    std::filesystem::path folder;           // for what is woven, built and printed
    std::filesystem::path links;            // a folder for other names of files
    std::chrono::seconds patience;          // of one run
    std::filesystem::file_time_type since;  // when the plain run began
    std::filesystem::path plain_build;      // folder of its simulation's build; empty: none is left
};

// A place in the design that gets so many times the room.
struct Enlarged {
    const Capacity& room;
    unsigned factor;
};

class ExperimentBuild {
public:
    // Fails with the simulator's messages, or when nothing can be stepped.
    static Result<ExperimentBuild> set_up(const ExperimentSite& place, Progress& progress,
                                          Diagnostics& diagnostics,
                                          const Enlarged* enlarged = nullptr);

    const StepPlan& plan() const { return plan_; }
    double build_seconds() const { return built_.build_seconds; }

    // One run with these settings, by whoever runs commands. Several may run at once.
    Trial run(const std::vector<std::string>& settings, int number,
              const CommandRunner& runner = {}) const;

private:
    std::filesystem::path make_folder_of_run(const std::filesystem::path& run) const;

    StepPlan plan_;
    BuiltSimulation built_;
    std::vector<std::string> plusargs_;
    std::chrono::seconds patience_{0};
    bool writes_files_ = false;  // then each run has a folder of its own
    std::filesystem::file_time_type since_;
};

}  // namespace tapestry
