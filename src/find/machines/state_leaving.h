// SPDX-License-Identifier: Apache-2.0
// The condition under which a machine leaves a state, as a Boolean function. The state waits for
// the signals that decide it, however the text is written: `if (ack) s <= c ? A : B` is left on
// `ack`; c only selects the target.
#pragma once

#include <optional>
#include <set>

#include "find/logic/design_logic.h"
#include "model/finding.h"

namespace tapestry {

struct StateLeaving {
    bool never = false;   // no transition leaves the state
    bool always = false;  // it is left at the next edge unconditionally
    // `decides`: module inputs and instance outputs that decide whether the state is left.
    // `awaited`: those of them that are tested directly, not compared with a value that the module
    // computes.
    std::set<VarId> decides = {};
    std::set<VarId> awaited = {};
};

// Nothing if the module's logic is too large to analyse.
std::optional<StateLeaving> leaving(DesignLogic& logic, const Finding& machine,
                                    const Constant& code);

}  // namespace tapestry
