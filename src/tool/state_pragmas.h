// SPDX-License-Identifier: Apache-2.0
// Categories that the source names: a comment `// tapestry: wait_recv` in the line of a state's
// case label, or of its declaration where it has no label.
#pragma once

#include "base/diagnostics.h"
#include "model/tap_map.h"

namespace tapestry {

// Where tapestry.toml has not spoken already.
void apply_state_pragmas(TapMap& map, Diagnostics& diagnostics);

}  // namespace tapestry
