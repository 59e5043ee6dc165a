// SPDX-License-Identifier: Apache-2.0
// A trace of its register beside every state machine.
#pragma once

#include "base/diagnostics.h"
#include "model/finding.h"

namespace tapestry {

// Machines whose register is too wide for a trace are named and left out.
void add_state_traces(const Design& design, Findings& findings, Diagnostics& diagnostics);

}  // namespace tapestry
