// SPDX-License-Identifier: Apache-2.0
// When a machine leaves a state, as a function: what decides it is what the state waits for,
// however the text is written. `if (ack) s <= c ? A : B` is left on `ack`; c only says where to.
#pragma once

#include <optional>
#include <set>

#include "find/logic/design_logic.h"
#include "model/finding.h"

namespace tapestry {

struct StateLeaving {
    bool never = false;   // no way leads out of the state
    bool always = false;  // it is left at the next edge, whatever happens
    // Inputs of the module and outputs of its instances that decide whether the state is left; and
    // of these the ones that are looked at by themselves, not compared with what the module counts.
    std::set<VarId> decides = {};
    std::set<VarId> awaited = {};
};

// Nothing when the module's logic is too large to say.
std::optional<StateLeaving> leaving(DesignLogic& logic, const Finding& machine,
                                    const Constant& code);

}  // namespace tapestry
