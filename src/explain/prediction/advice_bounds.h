// SPDX-License-Identifier: Apache-2.0
// What a replay says that advice could save at most.
#pragma once

#include "model/analysis.h"
#include "model/run.h"

namespace tapestry {

// Where operations are recorded: of advice to make a block faster, what is saved without its work;
// of advice to make a queue deeper, what is saved when it is never full. Advice is sorted again,
// what could bring most first.
void bound_by_replay(const Run& run, Analysis& analysis);

}  // namespace tapestry
