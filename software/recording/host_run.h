// SPDX-License-Identifier: Apache-2.0
// Builds the run of a software from the recordings of its processes, on one clock.
#pragma once

#include <vector>

#include "base/diagnostics.h"
#include "model/run.h"
#include "software/recording/join_device.h"
#include "software/recording/messages.h"
#include "software/recording/recording.h"

namespace tapestry {

// What a process recorded about the devices it drove, for `join_device`.
struct HostProcess {
    std::uint32_t pid = 0;
    int place = -1;
    std::string board;  // file of a real board's counters; empty: none
    std::vector<DeviceClockPoint> device_clocks;
};

struct HostRun {
    Run run;
    std::vector<HostProcess> processes;
};

// The part of a run that one process of a parallel merge builds: the threads of its own recordings.
// It has the other recordings as summaries, so that places and times are the same in all parts.
struct HostShare {
    Run run;
    std::vector<RankMessages> messages;
};
HostShare host_share(std::vector<Recording> recordings, RunFacts facts);
// Joins all shares into one run; all recordings may be summaries.
HostRun join_shares(std::vector<Recording> recordings, std::vector<HostShare> shares,
                    RunFacts facts, Diagnostics& diagnostics);

// Recordings may be in any order. Missing and lost data is reported, and marked in the run.
HostRun host_run(std::vector<Recording> recordings, RunFacts facts, Diagnostics& diagnostics);

}  // namespace tapestry
