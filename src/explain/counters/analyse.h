// SPDX-License-Identifier: Apache-2.0
// From numbers to reasons: what the cycles of a run were spent on, what limits it, what to do.
#pragma once

#include "model/analysis.h"

namespace tapestry {

Analysis analyse(const Run& run);

}  // namespace tapestry
