// SPDX-License-Identifier: Apache-2.0
// Machines whose states are named by pragmas: findings for the signals that src/read/pragma adds.
#pragma once

#include <vector>

#include "base/diagnostics.h"
#include "find/module/clocking.h"
#include "model/finding.h"
#include "model/pragma.h"

namespace tapestry {

void add_pragma_machines(const Design& design, const std::vector<PragmaSite>& sites,
                         const IdTable<ModuleId, bool>& reachable, Clocking& clocking,
                         Findings& findings, Diagnostics& diagnostics);

}  // namespace tapestry
