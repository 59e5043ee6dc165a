// SPDX-License-Identifier: Apache-2.0
// A run of software: from what each process recorded to one run, on one clock.
#pragma once

#include <vector>

#include "base/diagnostics.h"
#include "model/run.h"
#include "software/recording/join_device.h"
#include "software/recording/messages.h"
#include "software/recording/recording.h"

namespace tapestry {

// What a process told of the devices that it drove, for `join_device`.
struct HostProcess {
    std::uint32_t pid = 0;
    int place = -1;
    std::string board;  // file of what a real one counted; empty: none
    std::vector<DeviceClockPoint> device_clocks;
};

struct HostRun {
    Run run;
    std::vector<HostProcess> processes;
};

// The part of a run that one of several processes of a merge makes: the threads of its own
// recordings. Those of the others it knows as summaries; places and times are the same in all
// parts.
struct HostShare {
    Run run;
    std::vector<RankMessages> messages;
};
HostShare host_share(std::vector<Recording> recordings, RunFacts facts);
// All shares as one run; recordings may all be summaries.
HostRun join_shares(std::vector<Recording> recordings, std::vector<HostShare> shares,
                    RunFacts facts, Diagnostics& diagnostics);

// Recordings in any order. What is missing or was lost is said, and marked in the run.
HostRun host_run(std::vector<Recording> recordings, RunFacts facts, Diagnostics& diagnostics);

}  // namespace tapestry
