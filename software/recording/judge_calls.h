// SPDX-License-Identifier: Apache-2.0
// What the time of calls of MPI counts as. A call waits when most of its time went into waiting, as
// the messages tell: for whoever it waited for longest. Else it moves data.
#pragma once

#include "model/run.h"

namespace tapestry {

// The run's waits are in the order of their length.
void judge_calls(Run& run);

}  // namespace tapestry
