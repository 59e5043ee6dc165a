// SPDX-License-Identifier: Apache-2.0
// Resets that are not recognisable by name: a one-bit input of the design whose only use is to set
// registers to constants, before any other condition, and which does so for most registers of the
// design. It is traced through ports, copies and inverters. An input named like a handshake or a
// call is excluded: a start signal that sets all registers is not a reset.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "find/module/module_index.h"

namespace tapestry {

class ResetNets {
public:
    ResetNets(const Design& design, const IdTable<ModuleId, ModuleIndex>& indexes);

    // True if such a reset is active low, false if active high; nothing for any other variable.
    std::optional<bool> active_low(ModuleId module, VarId var) const;

private:
    std::map<std::pair<ModuleId, VarId>, bool> known_;  // active low
};

}  // namespace tapestry
