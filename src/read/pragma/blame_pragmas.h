// SPDX-License-Identifier: Apache-2.0
// What a compiler says about the copy of a process is said of the pragma that it comes from.
#pragma once

#include <vector>

#include "base/diagnostics.h"
#include "model/pragma.h"

namespace tapestry {

// Passes on what was said of texts with states. The copy of a process stands in its last line, and
// what is new in it are the conditions of pragmas: an error there is one of theirs.
void blame_pragmas(const std::vector<PragmaBlock>& blocks, const Diagnostics& said,
                   Diagnostics& diagnostics);

}  // namespace tapestry
