// SPDX-License-Identifier: Apache-2.0
// The effect of changes on a recording: on the capacity of channels, and on the delays and clocks
// of threads.
#pragma once

#include "explain/prediction/apply_changes.h"
#include "explain/prediction/recorded_operations.h"

namespace tapestry {

struct ReplayChanges {
    Operations operations;
    std::vector<ChannelSetting> settings;
    std::vector<std::uint64_t> periods;  // as RecordedOperations::periods
    bool only_channels = true;           // no delay and no clock was changed
    double work = 0;                     // sum of all added delays, in cycles
    std::vector<StateDelta> deltas;      // of states, in cycles of the summary
};

// Fails with change_unknown or change_refused.
Result<ReplayChanges> changed(const Run& run, const RecordedOperations& recording,
                              const std::vector<Change>& changes, Diagnostics& diagnostics);

}  // namespace tapestry
