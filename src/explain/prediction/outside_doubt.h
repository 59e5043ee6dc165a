// SPDX-License-Identifier: Apache-2.0
// What nothing recorded says of the outside, where a change moves its beats to other times.
#pragma once

#include "explain/prediction/recorded_operations.h"

namespace tapestry {

// A sentence; empty when there is no doubt. An outside end that pauses between beats may do so at
// times of its own, unless it was seen not to. And the beat with which a testbench ends a run is no
// longer counted: when the last beats come in another rhythm, so may that one, unless the edge at
// which the run ended is recorded.
std::string outside_doubt(const RecordedOperations& recording,
                          const std::vector<ChannelSetting>& settings);

}  // namespace tapestry
