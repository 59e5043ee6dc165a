// SPDX-License-Identifier: Apache-2.0
// Upper bounds of what advice can save, by replay.
#pragma once

#include "model/analysis.h"
#include "model/run.h"

namespace tapestry {

// If operations are recorded: for advice to make a block faster, the saving if its work took no
// time; for advice to deepen a queue, the saving if it were never full. Sorts the advice again,
// largest bound first.
void bound_by_replay(const Run& run, Analysis& analysis);

}  // namespace tapestry
