// SPDX-License-Identifier: Apache-2.0
// Gives queues and windows more room, each in a build of its own, and tells what that saved.
#pragma once

#include <chrono>

#include "jobs/experiments/experiment_build.h"

namespace tapestry {

// In the order of the rooms. Much more room first; where that changes what the design does, twice
// as much. The first is tried however late it is: without it what answers may be blamed for a
// window that is too small.
std::vector<Experiment> try_capacities(const ExperimentSite& place,
                                       const std::vector<Capacity>& rooms, const Judge& judge,
                                       std::chrono::steady_clock::time_point until,
                                       Progress& progress);

}  // namespace tapestry
