// SPDX-License-Identifier: Apache-2.0
// What `tapestry run -- COMMAND` tells the programs that stand in for simulators below it, in a
// file that TAPESTRY_FLOW names.
#pragma once

#include <filesystem>

#include "base/diagnostics.h"
#include "base/result.h"
#include "jobs/stages/project_options.h"

namespace tapestry {

inline constexpr const char* kFlowVariable = "TAPESTRY_FLOW";

struct FlowSettings {
    std::string programs;  // the folder of the stand-ins, first on the PATH
    std::string builds;    // what each build is woven into stands below, by the build's name
    std::string readings;  // where simulations report to
    std::string start;     // the folder in which the user has started the flow
    std::string frame;
    ProjectOptions project;  // what of it says how to measure: project file, top, patterns, trace
};

std::string to_json(const FlowSettings& settings);
Result<FlowSettings> flow_settings_from(const std::filesystem::path& file,
                                        Diagnostics& diagnostics);

}  // namespace tapestry
