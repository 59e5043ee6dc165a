// SPDX-License-Identifier: Apache-2.0
// Registers of the top that only the outside writes, such as the start bit of a register port: who
// waits for one waits for the outside.
#pragma once

#include <set>
#include <string>

#include "find/module/module_index.h"
#include "model/finding.h"
#include "weave/plan/hierarchy.h"

namespace tapestry {

class HostRegisters {
public:
    HostRegisters(const Hierarchy& hierarchy, const Findings& findings);

    // The input of one bit that decides when the register of the top is written; kNone if the net
    // is no such register, or if anything but inputs of the design, registers that only pass them
    // on and outputs of the block at the path `waiting` decides on its value.
    VarId input_of(const Net& net, const std::string& waiting) const;

private:
    const Hierarchy& hierarchy_;
    ModuleIndex top_;
    std::set<VarId> resets_;
};

}  // namespace tapestry
