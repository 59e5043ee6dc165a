// SPDX-License-Identifier: Apache-2.0
// Resets that no name tells: a one-bit input of the design that is used for nothing else than to
// put registers to constants, before any other condition, and does so to most registers of the
// design. It is followed through ports, copies and inverters. An input that is called like a
// handshake or a call is none: a start that sets all registers is no reset.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "find/module/module_index.h"

namespace tapestry {

class ResetNets {
public:
    ResetNets(const Design& design, const std::vector<ModuleIndex>& indexes);

    // Whether such a reset is active when low; nothing for any other variable.
    std::optional<bool> active_low(std::int32_t module, VarId var) const;

private:
    std::map<std::pair<std::int32_t, VarId>, bool> known_;  // active low
};

}  // namespace tapestry
