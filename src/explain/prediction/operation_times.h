// SPDX-License-Identifier: Apache-2.0
// The time of every operation, as replay gives it with changes, held against a run that really is
// as the changes make it.
#pragma once

#include <map>
#include <utility>

#include "explain/prediction/recorded_operations.h"
#include "model/prediction.h"

namespace tapestry {

// When the operations at each end of each channel took place, in cycles of the thread's clock; one
// that goes before the rest of its visit, when that was done.
using OperationTimes = std::map<std::pair<std::string, bool>,
                                std::vector<std::uint64_t>>;  // path of the channel, push

// `ends` has the end of each visit in cycles, by thread. Channels inside of a block are not
// there: only a model of it has them.
OperationTimes operation_times(const Operations& operations,
                               const std::vector<std::vector<std::uint64_t>>& ends);

// `predicted` with these changes, held against what `really` recorded, up to the end of the shorter
// run, or to a visit in the middle of which a recording ends. What only one of the two has counts
// as different, unless it was not recorded.
ComparedOperations compare_operations(const RecordedOperations& predicted,
                                      const std::vector<ChannelSetting>& settings,
                                      const Run& really);

}  // namespace tapestry
