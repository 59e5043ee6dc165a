// SPDX-License-Identifier: Apache-2.0
// One run of several passes: the same design, each time with other taps woven in.
#pragma once

#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/run.h"

namespace tapestry {

// Each tap has the numbers of the pass that has it; of several, the one that is trusted most, the
// first of them. Passes of different length are no longer one timeline: that is said, and the
// frames are left out. Fails when the passes are of different designs.
Result<Run> merge_passes(std::vector<Run> passes, Diagnostics& diagnostics);

}  // namespace tapestry
