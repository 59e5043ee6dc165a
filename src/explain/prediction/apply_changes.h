// SPDX-License-Identifier: Apache-2.0
// The direct effect of changes on the times of states, before other blocks react.
#pragma once

#include "explain/prediction/change.h"
#include "explain/prediction/run_summary.h"

namespace tapestry {

struct StateDelta {
    std::size_t block = 0;
    std::size_t state = 0;
    double cycles = 0;
};

// Fails with change_unknown or change_refused. Changes of the same thing accumulate in order.
Result<std::vector<StateDelta>> deltas_of(const std::vector<Change>& changes, const Run& run,
                                          const RunSummary& summary, Diagnostics& diagnostics);

}  // namespace tapestry
