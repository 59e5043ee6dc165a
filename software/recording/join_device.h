// SPDX-License-Identifier: Apache-2.0
// A simulated or real FPGA that a recorded program drove becomes a part of the program's run: its
// blocks beside the threads, its clocks on the time of the host, and the names by which each side
// speaks of the other resolved.
//
//   A state that waits for `top.out` waits for the block of that name, or for whoever feeds the
//   stream of that name. A stream that comes from outside, and that a state of a thread sends to,
//   comes from that thread.
#pragma once

#include <string>
#include <vector>

#include "model/run.h"

namespace tapestry {

// The edges of a device's clock at a moment of the run, give or take.
struct DeviceClockPoint {
    std::string clock;  // its name or path
    std::uint64_t time_ns = 0;
    std::uint64_t edges = 0;
    double doubt_ns = 0;
};

// `process` is the place of the program; with several devices each gets the process' path before
// its own.
void join_device(Run& run, Run device, int process, bool is_only,
                 const std::vector<DeviceClockPoint>& points);

// The clocks of a device that no tap tells of, such as a board that a program asked for its
// counter.
void add_device_clocks(Run& run, int process, const std::vector<DeviceClockPoint>& points);

}  // namespace tapestry
