// SPDX-License-Identifier: Apache-2.0
// Advised depths, tried: one simulation of the design with all of them, as the recorded run was
// simulated.
#pragma once

#include "base/diagnostics.h"
#include "model/prediction.h"
#include "model/run.h"

namespace tapestry {

// Simulates the design with the depths of `sizing`. If that run is longer than allowed, does not
// end as the recorded one did, or reports an error, all depths go half of the way back to the
// recorded ones, until one run holds; the depths and the check's sentence then say so.
void check_sizes(const Run& run, Sizing& sizing, Diagnostics& diagnostics);

}  // namespace tapestry
