// SPDX-License-Identifier: Apache-2.0
// The verdict, settled by experiment: what was tried outweighs what counters say.
#pragma once

#include "model/analysis.h"

namespace tapestry {

// Puts the bottlenecks in the order of what they saved, and says so in answer and advice. Without
// experiments nothing changes.
void settle_by_experiments(const Run& run, Analysis& analysis);

}  // namespace tapestry
