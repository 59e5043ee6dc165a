// SPDX-License-Identifier: Apache-2.0
// Assigns the time of MPI calls to a category. A call that, according to its messages, waited for
// most of its time is a wait for the rank it waited for longest; otherwise it transfers data.
#pragma once

#include "model/run.h"

namespace tapestry {

// Requires the run's waits sorted by length.
void judge_calls(Run& run);

}  // namespace tapestry
