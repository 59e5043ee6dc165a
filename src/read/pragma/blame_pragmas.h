// SPDX-License-Identifier: Apache-2.0
// Maps compiler diagnostics about the copy of a process to the pragma that caused them.
#pragma once

#include <vector>

#include "base/diagnostics.h"
#include "model/pragma.h"

namespace tapestry {

// Forwards the diagnostics about texts with states. The copy of a process is on its last line, and
// only the conditions of pragmas are new in it, so an error there belongs to a pragma.
void blame_pragmas(const std::vector<PragmaBlock>& blocks, const Diagnostics& said,
                   Diagnostics& diagnostics);

}  // namespace tapestry
