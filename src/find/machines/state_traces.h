// SPDX-License-Identifier: Apache-2.0
// Adds a trace of the state register for every state machine.
#pragma once

#include "base/diagnostics.h"
#include "model/finding.h"

namespace tapestry {

// Machines whose register is too wide for a trace are reported and skipped.
void add_state_traces(const Design& design, Findings& findings, Diagnostics& diagnostics);

}  // namespace tapestry
