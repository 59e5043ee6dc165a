// SPDX-License-Identifier: Apache-2.0
// The points of a sweep, really simulated: `tapestry profile` of a project with other parameters, a
// folder for each point. A point whose run is there is not simulated again. Under mpirun each rank
// simulates its share.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"

namespace tapestry {

struct PointOptions {
    std::vector<std::string> parameters;  // one for each range
    std::string project = "tapestry.toml";
    std::filesystem::path folder = "points";
};

// Cycles of the point with these values, one for each parameter; nothing where another rank has it
// to do, or where its run is partial, as after a deadlock. Fails where it cannot be built.
Result<std::optional<std::uint64_t>> simulate_point(const PointOptions& options,
                                                    const std::vector<std::string>& values,
                                                    std::size_t number, Diagnostics& diagnostics);

}  // namespace tapestry
