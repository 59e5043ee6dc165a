// SPDX-License-Identifier: Apache-2.0
// The occupancy of a queue is integrated: pushes less pops since the last reset. The design's own
// flags and its depth are witnesses of it. Where they contradict it, as after a flush that nobody
// saw, the occupancy is unknown.
#pragma once

#include <string>

#include "model/run.h"

namespace tapestry {

// What contradicts the occupancy, as a sentence; empty if nothing does, or the tap is no queue.
std::string contradicted(const TapNumbers& queue);

}  // namespace tapestry
