// SPDX-License-Identifier: Apache-2.0
// A viewer of waveforms, told what to show by WCP, the waveform control protocol of Surfer: JSON
// messages that each end with a zero byte, over TCP.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace tapestry {

struct ShownWave {
    std::string waveform;                // path of the file
    std::vector<std::string> variables;  // by their paths in it
    std::uint64_t first = 0, last = 0;   // what is in view, in units of the waveform
    std::uint64_t marked = 0;
    std::string name;  // of the mark
};

// Each returns what went wrong, or nothing.
// Tells a viewer that listens at a port of this machine.
std::string show_in_listening_viewer(int port, const ShownWave& wave);
// Starts `program` and tells it; it connects to us (surfer --wcp-initiate PORT).
std::string show_in_started_viewer(const std::string& program, const ShownWave& wave);

// Starts a program that goes on when we end. False: it is not there.
bool start_alone(const std::vector<std::string>& words);

}  // namespace tapestry
