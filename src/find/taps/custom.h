// SPDX-License-Identifier: Apache-2.0
// Taps that the user defines on expressions of a module.
#pragma once

#include "base/diagnostics.h"
#include "find/module/clocking.h"
#include "find/module/module_index.h"
#include "model/finding.h"
#include "model/project.h"

namespace tapestry {

// Adds a finding for every elaborated module that a custom tap names. Expressions come from a file
// and are woven into Verilog text, so each token is checked: only names of the module, numbers and
// operators, nothing that ends the expression or calls a system task. Returns false if one is
// refused.
Result<Done> add_custom_taps(const Design& design, const std::vector<CustomTap>& taps,
                             const IdTable<ModuleId, bool>& reachable,
                             const IdTable<ModuleId, ModuleIndex>& indexes, Clocking& clocking,
                             Findings& findings, Diagnostics& diagnostics);

// Why an expression over the names of a module is refused; empty if it is valid.
std::string why_refused(const std::string& expression, const Design& design,
                        const ModuleIndex& index);

}  // namespace tapestry
