// SPDX-License-Identifier: Apache-2.0
// Where a design may have too little room: queues, and windows of what may be under way at once (a
// register that counts up and down against a bound), whose size is a parameter of their instance.
#pragma once

#include <vector>

#include "model/analysis.h"
#include "model/capacity.h"
#include "model/finding.h"

namespace tapestry {

// One for each instance below the top; of several parameters that could be meant, the one whose
// name says most.
std::vector<Capacity> find_capacities(const Design& design, const Findings& findings);

// Those worth a build of their own, by what counters blame and what faster blocks have saved.
// `what`: suspects, all, or the name of a block, from its end. Instances of one text are one room.
std::vector<Capacity> choose_capacities(const std::vector<Capacity>& rooms,
                                        const Analysis& analysis,
                                        const std::vector<Experiment>& tried,
                                        const std::string& what);

}  // namespace tapestry
