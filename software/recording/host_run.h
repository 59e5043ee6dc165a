// SPDX-License-Identifier: Apache-2.0
// Builds the run of a software from the recordings of its processes, on one clock.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "model/host_calls.h"
#include "model/run.h"
#include "software/recording/messages.h"
#include "software/recording/recording.h"

namespace tapestry {

// Joins a simulated or real FPGA that a recorded program drove to the program's run: the device's
// blocks are added next to the threads, its clocks are mapped to host time, and the names by which
// each side refers to the other are resolved.
//
//   A state that waits for `top.out` waits for the block of that name, or for the producer of the
//   stream of that name. An input stream of the device has as producer the thread that has a state
//   which sends to it.

// The edge count of a device's clock at a time of the run, with uncertainty.
struct DeviceClockPoint {
    std::string clock;  // name or path
    std::uint64_t time_ns = 0;
    std::uint64_t edges = 0;
    double doubt_ns = 0;
};

// `process` is the place of the program. With several devices, each path gets the process's path as
// prefix.
void join_device(Run& run, Run device, int process, bool is_only,
                 const std::vector<DeviceClockPoint>& points);

// Adds clocks of a device without taps, such as a board whose counter the program reads.
void add_device_clocks(Run& run, int process, const std::vector<DeviceClockPoint>& points);

// What a process recorded about the devices it drove, for `join_device`.
struct HostProcess {
    std::uint32_t pid = 0;
    int place = -1;
    std::string board;  // file of a real board's counters; empty: none
    std::vector<DeviceClockPoint> device_clocks;
};

struct HostRun {
    Run run;
    HostCalls calls;
    std::vector<HostProcess> processes;
};

// The threads that one process of a merge counted.
struct HostShare {
    Run run;
    HostCalls calls;
};

// The steps from recordings to a run. Processes that merge together each have some of the
// recordings whole, and the others as summaries (share_bytes.h), so that places and times are the
// same in all of them:
//
//   each   each_message(take)    what its own threads sent and received
//   one    MessageJoiner::join   who waited for whom
//   each   threads(waits)        the numbers of its own threads
//   one    finish(all, joined)   the run
class HostMerge {
public:
    HostMerge(std::vector<Recording> recordings, RunFacts facts);
    ~HostMerge();

    void each_message(MessageCalls& calls, const TakeMessage& take) const;
    HostShare threads(const ThreadWaits& waits);
    HostRun finish(std::vector<HostShare> shares, JoinedMessages joined, Diagnostics& diagnostics);

private:
    class Builder;
    std::unique_ptr<Builder> builder_;
};

// Recordings may be in any order. Missing and lost data is reported, and marked in the run.
HostRun host_run(std::vector<Recording> recordings, RunFacts facts, Diagnostics& diagnostics);

}  // namespace tapestry
