// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/analysis.h"
#include "model/run.h"

namespace tapestry {

// Removes from the bottlenecks whatever is no reason of its own: what explains or saves nothing,
// what an experiment refuted, and a block that saves just what a part of it saves. The first, which
// the verdict is about, stays.
void keep_reasons(const Run& run, Analysis& analysis);

}  // namespace tapestry
