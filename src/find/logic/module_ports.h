// SPDX-License-Identifier: Apache-2.0
// The ports of a module, members of structures and of interfaces each for itself.
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

    const std::vector<ModulePort>& of(std::int32_t module);
    // Their single bits, those of narrow vectors too.
    std::vector<Bit> control_bits(std::int32_t module, Direction direction);

private:
    DesignLogic& all_;
    std::map<std::int32_t, std::vector<ModulePort>> ports_;
};

}  // namespace tapestry
