// SPDX-License-Identifier: Apache-2.0
// What is simulated, and how: `profile` measures it, `waves` runs it once more.
#pragma once

#include "base/scratch.h"
#include "jobs/experiments/verify_stage.h"
#include "jobs/stages/project_options.h"
#include "jobs/stages/run_stage.h"

namespace tapestry {

struct ProfileArguments {
    ProjectOptions project;
    MeasureOptions measure;
    ReportOptions report;
    VerifyChoice verify;
    std::vector<std::string> settings;  // parameters of instances
    std::string out = "out";
};
void add_profile_options(OptionList& app, ProfileArguments& o);

// The project with its testbench, and what there is to measure.
struct Prepared {
    Project project;
    Scanned scanned;
};
// `settings`: of parameters of instances.
Result<Prepared> prepare_profile(Result<Project> project, const std::vector<std::string>& settings,
                                 const Scratch& scratch, Progress& progress,
                                 Diagnostics& diagnostics);

}  // namespace tapestry
