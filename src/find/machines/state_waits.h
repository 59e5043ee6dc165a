// SPDX-License-Identifier: Apache-2.0
// What each state of a machine waits for. The rule: take the assignments that lead the machine out
// of the state; the one-bit signals from outside the module's own logic (input ports, outputs of
// instances, members of interfaces) that their conditions mention are what it waits for. Conditions
// that the state itself decides, resets, and whatever the module computes from its own registers
// (a counter that runs out is work) are left out. Where the module's logic is small enough
// (state_leaving.h), signals that do not decide whether the state is left are left out too, and a
// wider signal that alone decides it is what the state waits for; elsewhere, of ways out that
// registers of the module have a part in, only handshakes count. What takes the machine to one
// state from wherever it is, as a reset does, is not waited for. A state that nothing leads out of
// waits for `kNoWayOut`.
#pragma once

#include <vector>

#include "find/logic/design_logic.h"
#include "find/module/module_index.h"
#include "model/finding.h"

namespace tapestry {

// Fills FindingState::waits of every state machine.
void find_state_waits(const std::vector<ModuleIndex>& indexes, DesignLogic& logic,
                      Findings& findings);

}  // namespace tapestry
