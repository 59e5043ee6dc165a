// SPDX-License-Identifier: Apache-2.0
// Calls: modules that are started and say when they are done, found by the names of their ports
// (ap_start, ap_done, ap_ready; start, done).
#pragma once

#include "detect/clocking.h"
#include "detect/module_index.h"
#include "model/finding.h"

namespace tapestry {

void find_calls(const Design& design, std::int32_t module, const ModuleIndex& index,
                Clocking& clocking, Findings& findings);

}  // namespace tapestry
