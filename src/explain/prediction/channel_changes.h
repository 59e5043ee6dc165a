// SPDX-License-Identifier: Apache-2.0
// Changes of channels that a replay can model directly:
//
//   width    a beat that carries F times as much takes 1/F of its cycle, at both ends; all other
//            operations of these visits stay
//   latency  of a pipeline: a beat comes out so many cycles later, with as many more in flight
#pragma once

#include "explain/prediction/change.h"
#include "explain/prediction/replay_changes.h"

namespace tapestry {

bool is_of_channels(const Change& change, const Run& run, const Operations& operations);

// The change must satisfy is_of_channels().
void change_channels(const Change& change, const Run& run, ReplayChanges& changes);

}  // namespace tapestry
