// SPDX-License-Identifier: Apache-2.0
// One run from several passes: the same design, each time with other taps woven in.
#pragma once

#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/run.h"

namespace tapestry {

// Each tap gets the numbers of the pass that has it; of several, the first with the best quality.
// Passes of different length do not share a timeline: a diagnostic says so, and frames are left
// out. Fails if the passes are of different designs.
Result<Run> merge_passes(std::vector<Run> passes, Diagnostics& diagnostics);

}  // namespace tapestry
