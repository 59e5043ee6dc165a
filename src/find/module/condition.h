// SPDX-License-Identifier: Apache-2.0
// Conditions of an elaborated module, evaluated for given values of some signals or written back as
// Verilog text.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "find/module/module_index.h"

namespace tapestry {

// The truth of a one-bit expression when the given variables have the given values, followed
// through combinational wires; nothing when it depends on anything else.
std::optional<bool> evaluate(const ModuleIndex& index, ExprId expr,
                             const std::map<VarId, bool>& values);
// The same for all guards together.
std::optional<bool> evaluate(const ModuleIndex& index, const std::vector<Guard>& guards,
                             const std::map<VarId, bool>& values);

// The given values with those that follow from them backwards: `ready` = 1 makes `full` = 0 where
// ready is !full.
std::map<VarId, bool> with_implied(const ModuleIndex& index, std::map<VarId, bool> values);

// The guards that no reset is part of.
std::vector<Guard> without_reset(const ModuleIndex& index, const std::vector<Guard>& guards);

// The guards as one expression in the module's own names; nothing when one cannot be written so.
// Guards on `leave_out` (a reset) are dropped. Constants wider than one bit are written as numbers,
// so the text may differ between parameterisations.
std::optional<std::string> render(const ModuleIndex& index, const std::vector<Guard>& guards,
                                  const std::string& leave_out);

}  // namespace tapestry
