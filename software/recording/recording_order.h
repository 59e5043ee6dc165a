// SPDX-License-Identifier: Apache-2.0
// Which process each recording is of, and the order of processes in a run.
#pragma once

#include <vector>

#include "software/recording/recording.h"

namespace tapestry {

// Leaves out processes that recorded nothing, finds the ranks of those that never called MPI, and
// sorts by world and rank, then by time.
void put_in_order(std::vector<Recording>& recordings);

}  // namespace tapestry
