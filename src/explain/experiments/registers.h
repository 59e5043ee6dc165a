// SPDX-License-Identifier: Apache-2.0
// The registers of a module, so that a simulation can tell whether it stood still.
#pragma once

#include <string>
#include <vector>

#include "model/design.h"
#include "model/step_plan.h"

namespace tapestry {

struct OwnRegisters {
    std::vector<std::string> texts;  // expressions in the scope of the module
    std::uint32_t bits = 0;
    bool complete = true;  // false: some could not be named
};

// Those of the module itself, without its instances. Memories are left out: whoever writes to one
// also moves a register. With them what comes in beside the clocks and decides something: single
// bits, and buses that stand in conditions.
OwnRegisters registers_of(const Design& design, const Module& module,
                          const std::vector<StepClock>& clocks);

}  // namespace tapestry
