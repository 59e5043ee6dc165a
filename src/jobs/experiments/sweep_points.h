// SPDX-License-Identifier: Apache-2.0
// The points of a sweep, really simulated: `tapestry profile` of a project with other parameters, a
// folder for each point. A point whose run is there, made from the same texts, is not simulated
// again. One process at a time simulates a point; the ranks of an mpirun, and sweeps that share the
// folder, take what no other has begun.
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
    unsigned jobs = 0;  // at a time; 0: as many as there are cores
};

// Cycles of each point, whose values are one for each parameter: as many at a time as `jobs` says.
// Nothing where its run is partial, as after a deadlock; of ranks but the first also where another
// process has begun it. Fails where a point cannot be built; the others are simulated all the same.
Result<std::vector<std::optional<std::uint64_t>>> simulate_points(
    const PointOptions& options, const std::vector<std::vector<std::string>>& values,
    Diagnostics& diagnostics);

}  // namespace tapestry
