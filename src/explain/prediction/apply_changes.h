// SPDX-License-Identifier: Apache-2.0
// Changes as what they do to the times of states, before anything else moves.
#pragma once

#include "explain/prediction/change.h"
#include "explain/prediction/run_summary.h"

namespace tapestry {

struct StateDelta {
    std::size_t block = 0;
    std::size_t state = 0;
    double cycles = 0;
};

// Fails with change_unknown or change_refused. Several changes of one thing add up in their order.
Result<std::vector<StateDelta>> deltas_of(const std::vector<Change>& changes, const Run& run,
                                          const RunSummary& summary, Diagnostics& diagnostics);

}  // namespace tapestry
