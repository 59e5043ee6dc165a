// SPDX-License-Identifier: Apache-2.0
// The hierarchy of software and its names: system, nodes, processes, threads. Names are stable
// between runs, so that checks and comparisons can use them: a process is named after its program
// or as rank[3], with several jobs of MPI job2_rank[3]; a thread as the program names it, or after
// what created it: thread[1], std_thread[2], omp[3].
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/run.h"
#include "software/recording/recording.h"

namespace tapestry {

struct HostPlaces {
    std::vector<RunPlace> places;
    std::vector<int> process_of;              // by recording
    std::vector<std::vector<int>> thread_of;  // by recording and thread
    // By recording: devices that a program talks to through its driver, by the name that it uses.
    std::vector<std::map<std::string, int>> device_of;
};

HostPlaces host_places(const std::vector<Recording>& recordings);

}  // namespace tapestry
