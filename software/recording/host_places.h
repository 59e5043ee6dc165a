// SPDX-License-Identifier: Apache-2.0
// Where software ran, and by which names: the system, its nodes, their processes, their threads.
// Names do not change from one run to the next, so that checks and comparisons can use them:
// processes are called after their programs, or rank[3]; threads as the program names them, or by
// what made them: thread[1], std_thread[2], omp[3].
#pragma once

#include <string>
#include <vector>

#include "model/run.h"
#include "software/recording/recording.h"

namespace tapestry {

struct HostPlaces {
    std::vector<RunPlace> places;
    std::vector<int> process_of;              // by recording
    std::vector<std::vector<int>> thread_of;  // by recording and thread
};

HostPlaces host_places(const std::vector<Recording>& recordings);

}  // namespace tapestry
