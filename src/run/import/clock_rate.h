// SPDX-License-Identifier: Apache-2.0
// How fast a clock of a waveform ran, where its time stamps tell.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tapestry {

// The times of a clock's edges, in units of the waveform.
struct EdgeTimes {
    std::uint64_t edges = 0;
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::uint64_t shortest = ~std::uint64_t{0};  // time between two edges
    std::uint64_t longest = 0;

    void add(std::uint64_t time) {
        if (edges++ == 0) {
            first = last = time;
            return;
        }
        shortest = std::min(shortest, time - last);
        longest = std::max(longest, time - last);
        last = time;
    }
};

struct ClockRate {
    double rate_hz = 0;
    double offset_ns = 0;  // of the first edge
    double uncertainty_ns = 0;
};

// "10ns" -> 10; nothing for what is no time scale.
std::optional<double> timescale_ns(std::string_view timescale);

// True for a clock that runs evenly: periods may differ by the one unit that time stamps are
// rounded to, and one that is switched off and on does not.
bool is_even(const EdgeTimes& times);

// Only of a clock that runs evenly: one that is switched off and on has no rate.
std::optional<ClockRate> clock_rate(const EdgeTimes& times, std::string_view timescale);

}  // namespace tapestry
