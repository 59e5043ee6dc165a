// SPDX-License-Identifier: Apache-2.0
// What the taps of taps/sim/tapestry_waves.sv print in a window of cycles, as a waveform.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/tap_map.h"
#include "model/wave_layout.h"

namespace tapestry {

// The lines that such taps wrote into the log of a simulation.
struct WaveWindow {
    struct Edge {
        std::uint64_t edge = 0;
        double time = 0;
    };
    struct Change {
        Edge since;  // the edge before; its number is that of the edge at which it was seen
        std::string path;
        std::string bits;
    };
    std::string unit = "1ns";            // of the times
    std::vector<std::string> paths;      // of all taps
    std::vector<Edge> edges;             // of the tap that leads
    std::vector<Change> changes;         // in the order of the simulation
    std::optional<std::uint64_t> found;  // the edge that was looked for
    bool has_fractions = false;          // some times are not whole
    bool has_time() const;               // a C++ harness may never advance it
};
WaveWindow wave_window_from_log(std::string_view log);

// Where the taps stand in the simulation: for each its path there, empty where it is not. The
// prefix that most taps agree on is taken.
std::vector<std::string> places_of(const std::vector<const Tap*>& taps,
                                   const std::vector<std::string>& paths);

struct WaveDump {
    std::string vcd;
    std::vector<TapSignals> taps;
    WaveScale scale;
};
// `places` as above. Without time, the edges of the clock of `leader` stand in for it, and taps of
// other clocks are left out.
WaveDump dump_of(const WaveWindow& window, const std::vector<const Tap*>& taps,
                 const std::vector<std::string>& places, const Tap& leader);

// The time of an edge in the dump; nothing if it is not in the window.
std::optional<std::uint64_t> time_of(const WaveWindow& window, std::uint64_t edge);

}  // namespace tapestry
