// SPDX-License-Identifier: Apache-2.0
// The ports of a module, with struct and interface members as separate entries.
#pragma once

#include <map>
#include <vector>

#include "find/logic/design_logic.h"
#include "find/logic/leaves.h"

namespace tapestry {

struct ModulePort {
    VarId var = kNone;
    Leaf leaf;
    Direction direction = Direction::none;
};

class ModulePorts {
public:
    explicit ModulePorts(DesignLogic& all) : all_(all) {}

    const std::vector<ModulePort>& of(ModuleId module);
    // Their single bits, including those of narrow vectors.
    std::vector<Bit> control_bits(ModuleId module, Direction direction);

private:
    DesignLogic& all_;
    std::map<ModuleId, std::vector<ModulePort>> ports_;
};

}  // namespace tapestry
