// SPDX-License-Identifier: Apache-2.0
// Where the taps of a run are found in a waveform, and which events deserve a marker.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tapestry {

// A variable that a tap observes, named as in waveform viewers: tb.dut.u_core.state[2:0].
struct WaveSignal {
    std::string port;  // of the tap
    std::string name;
    std::uint32_t width = 1;
    bool is_whole = true;  // the port is exactly this variable
};

struct TapSignals {
    int tap = 0;  // index in Run::taps
    std::vector<WaveSignal> signals;
};

// A trigger that fired, or the first violation of an assertion.
struct WaveMark {
    int tap = 0;
    int clock = 0;           // of the tap
    std::uint64_t edge = 0;  // edges of that clock before it
    std::uint64_t time = 0;  // in units of the waveform
};

// The edges of one clock in units of the waveform, for the initial zoom of a viewer.
struct WaveScale {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::uint64_t edges = 0;

    double cycle() const {
        return edges < 2 ? 1 : static_cast<double>(last - first) / static_cast<double>(edges - 1);
    }
};

struct WaveMarks {
    std::vector<WaveMark> marks;  // ordered by time
    WaveScale scale;
};

struct WaveLayout {
    std::string waveform;  // its path, absolute
    std::vector<TapSignals> taps;
    WaveMarks marks;
    int first = -1;  // the tap that is shown first; -1: those that limit the run
};

}  // namespace tapestry
