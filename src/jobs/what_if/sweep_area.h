// SPDX-License-Identifier: Apache-2.0
// What the points of a sweep take of an FPGA: the design of a project, synthesized with other
// parameters.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/area.h"

namespace tapestry {

struct AreaOptions {
    std::vector<std::string> parameters;  // of the design's top, one for each range
    std::string family = "xc7";
};

// The area of each point, whose values are one for each parameter. All other parameters are as the
// design declares them.
Result<std::vector<Area>> areas_of_points(const AreaOptions& options, const std::string& project,
                                          const std::vector<std::vector<std::string>>& values,
                                          Diagnostics& diagnostics);

}  // namespace tapestry
