// SPDX-License-Identifier: Apache-2.0
// Joins a simulated or real FPGA that a recorded program drove to the program's run: the device's
// blocks are added next to the threads, its clocks are mapped to host time, and the names by which
// each side refers to the other are resolved.
//
//   A state that waits for `top.out` waits for the block of that name, or for the producer of the
//   stream of that name. An input stream of the device has as producer the thread that has a state
//   which sends to it.
#pragma once

#include <string>
#include <vector>

#include "model/run.h"

namespace tapestry {

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

}  // namespace tapestry
