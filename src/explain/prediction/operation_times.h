// SPDX-License-Identifier: Apache-2.0
// The time of every operation that a replay predicts, compared with a run of the changed design.
#pragma once

#include <map>
#include <utility>

#include "explain/prediction/recorded_operations.h"
#include "model/prediction.h"

namespace tapestry {

// The times of the operations at each end of each channel, in cycles of the thread's clock. An
// operation that moves before the rest of its visit has the time of the whole visit.
using OperationTimes = std::map<std::pair<std::string, bool>,
                                std::vector<std::uint64_t>>;  // path of the channel, push

// `ends` has the end of each visit in cycles, by thread. Channels inside a block are left out: they
// exist only in its model.
OperationTimes operation_times(const Operations& operations,
                               const std::vector<std::vector<std::uint64_t>>& ends);

// Compares `predicted` with the recording of `really`, up to the end of the shorter run, or to a
// visit that a recording has only in part. An operation that only one side has counts as different,
// unless the other side could not record it.
ComparedOperations compare_operations(const RecordedOperations& predicted,
                                      const std::vector<ChannelSetting>& settings,
                                      const Run& really);

}  // namespace tapestry
