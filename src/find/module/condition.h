// SPDX-License-Identifier: Apache-2.0
// Conditions of an elaborated module: evaluated for given values of some signals, or printed as
// Verilog.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "find/module/module_index.h"

namespace tapestry {

// The value of a one-bit expression under the given values, traced through combinational wires;
// nothing if it depends on any other signal.
std::optional<bool> evaluate(const ModuleIndex& index, ExprId expr,
                             const std::map<VarId, bool>& values);
// The same for the conjunction of all guards.
std::optional<bool> evaluate(const ModuleIndex& index, const std::vector<Guard>& guards,
                             const std::map<VarId, bool>& values);

// The given values plus their backward implications: with ready = !full, `ready` = 1 implies `full`
// = 0.
std::map<VarId, bool> with_implied(const ModuleIndex& index, std::map<VarId, bool> values);

// The guards that do not involve a reset.
std::vector<Guard> without_reset(const ModuleIndex& index, const std::vector<Guard>& guards);

// The guards as one expression in the module's own names; nothing if one cannot be printed. Guards
// on `leave_out` (a reset) are dropped. Constants wider than one bit are printed as numbers, so the
// text may differ between parameterisations.
std::optional<std::string> render(const ModuleIndex& index, const std::vector<Guard>& guards,
                                  const std::string& leave_out);

}  // namespace tapestry
