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
#include "model/run.h"

namespace tapestry {

struct PointOptions {
    // One for each range: a parameter of the testbench's top, define:MACRO, or PATH.PARAMETER of an
    // instance inside the design.
    std::vector<std::string> parameters;
    std::string project = "tapestry.toml";
    std::filesystem::path folder = "points";
    unsigned jobs = 0;  // at a time; 0: as many as there are cores
    bool record = false;
    std::string simulator;      // empty: the one of the project
    std::uint64_t seconds = 0;  // after which a simulation is ended; 0: never
};

// Simulations at a time: those that write files would write the same ones.
unsigned jobs_of(const PointOptions& options);

// The run of one point, made unless it is there, from texts of this key (source_key.h). Waits where
// another process is at it. The caller is alone (process_group.h).
Result<Run> run_of_point(const PointOptions& options, const std::vector<std::string>& values,
                         const std::string& key, Diagnostics& diagnostics);

// Cycles of each point, whose values are one for each parameter: as many at a time as `jobs` says.
// Nothing where its run is partial, as after a deadlock; of ranks but the first also where another
// process has begun it. Fails where a point cannot be built; the others are simulated all the same.
Result<std::vector<std::optional<std::uint64_t>>> simulate_points(
    const PointOptions& options, const std::vector<std::vector<std::string>>& values,
    Diagnostics& diagnostics);

}  // namespace tapestry
