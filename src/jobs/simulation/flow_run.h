// SPDX-License-Identifier: Apache-2.0
// `tapestry run -- COMMAND`: the user's own flow, with woven sources in the place of its own.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "jobs/stages/project_options.h"
#include "jobs/stages/run_stage.h"

namespace tapestry {

struct FlowRun {
    std::string folder;              // for builds and runs
    std::vector<std::string> words;  // the user's command
    ProjectOptions project;
    MeasureOptions measure;
    bool each_test = false;  // of cocotb once more, in a simulation of its own
};

// Runs the command, then makes a run of each simulation in it. The exit status is that of the
// command; where it is 0 and there is no run, kBadInput.
int run_flow(const FlowRun& flow, Diagnostics& diagnostics);

}  // namespace tapestry
