// SPDX-License-Identifier: Apache-2.0
// What a run says about pragmas: states that were not reached, states that a later one won over,
// and cycles that no pragma explains.
#pragma once

#include "base/diagnostics.h"
#include "model/run.h"

namespace tapestry {

// Instances of one text are reported together.
void report_pragma_states(const Run& run, Diagnostics& diagnostics);

}  // namespace tapestry
