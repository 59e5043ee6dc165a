// SPDX-License-Identifier: Apache-2.0
// Where the taps of a run stand in a waveform, and what happened there that is worth a mark.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tapestry {

// A variable that a tap looks at, named as waveform viewers name it: tb.dut.u_core.state[2:0].
struct WaveSignal {
    std::string port;  // of the tap
    std::string name;
    std::uint32_t width = 1;
    bool is_whole = true;  // the port is this variable and nothing else
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

// The edges of one clock, in units of the waveform: how a viewer should be scaled.
struct WaveScale {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::uint64_t edges = 0;

    double cycle() const {
        return edges < 2 ? 1 : static_cast<double>(last - first) / static_cast<double>(edges - 1);
    }
};

struct WaveMarks {
    std::vector<WaveMark> marks;  // in the order of time
    WaveScale scale;
};

struct WaveLayout {
    std::string waveform;  // its path, absolute
    std::vector<TapSignals> taps;
    WaveMarks marks;
};

}  // namespace tapestry
