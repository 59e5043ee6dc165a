// SPDX-License-Identifier: Apache-2.0
// A VHDL design under its own VHDL testbench: GHDL simulates both as they are, and what the taps
// would have counted is counted from the signals that it tells while it runs.
#pragma once

#include "jobs/stages/stages.h"
#include "jobs/stages/vhdl_stage.h"

namespace tapestry {

// Leaves tapestry.reading and simulation.log in place.work, taps.json in place.woven.
Result<RunFacts> run_vhdl(const Scanned& scanned, const Project& project, const RunOptions& options,
                          const RunFolders& place, Progress& progress, Diagnostics& diagnostics);

}  // namespace tapestry
