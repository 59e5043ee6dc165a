// SPDX-License-Identifier: Apache-2.0
// Changes of channels that replay carries by itself:
//
//   width    a beat of a stream that carries F times as much costs 1/F of the cycle that it took,
//   at
//            both ends; all else that its visits do stays
//   latency  of a pipeline: what was taken is there so many cycles later, with as many more under
//            way
#pragma once

#include "explain/prediction/change.h"
#include "explain/prediction/replay_changes.h"

namespace tapestry {

bool is_of_channels(const Change& change, const Run& run, const Operations& operations);

// The change must be one of those.
void change_channels(const Change& change, const Run& run, ReplayChanges& changes);

}  // namespace tapestry
