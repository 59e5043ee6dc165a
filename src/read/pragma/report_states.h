// SPDX-License-Identifier: Apache-2.0
// Diagnostics about pragmas after a run: states that were never reached, states overridden by a
// later one, and cycles without any pragma state.
#pragma once

#include "base/diagnostics.h"
#include "model/run.h"

namespace tapestry {

// Instances of the same text are reported together.
void report_pragma_states(const Run& run, Diagnostics& diagnostics);

}  // namespace tapestry
