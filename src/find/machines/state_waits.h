// SPDX-License-Identifier: Apache-2.0
// What each state of a machine waits for.
//
// A state waits for the one-bit signals from outside the module's own logic (input ports, outputs
// of instances, members of interfaces) in the conditions of the assignments that leave it. Excluded
// are conditions decided by the state itself, resets, everything computed from the module's own
// registers (an expiring counter is work), and whatever forces the machine to one state from any
// other, as a reset does.
//
// If the module's logic is small enough (state_leaving.h), signals that do not decide whether the
// state is left are excluded too, and a wider signal that alone decides it is included. Otherwise,
// for transitions whose condition involves a register of the module, only handshakes count, and
// outputs of instances without which nothing leaves the state.
//
// A state that no transition leaves waits for `kNoWayOut`, one that only the module's own registers
// end for `kOwnTime`.
#pragma once

#include <vector>

#include "find/logic/design_logic.h"
#include "find/module/module_index.h"
#include "model/finding.h"

namespace tapestry {

// Fills FindingState::waits of every state machine.
void find_state_waits(const IdTable<ModuleId, ModuleIndex>& indexes, DesignLogic& logic,
                      Findings& findings);

}  // namespace tapestry
