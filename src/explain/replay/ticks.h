// SPDX-License-Identifier: Apache-2.0
// The time of a replay. With one clock it counts its cycles. With several it counts ticks of which
// each clock has a whole number in a cycle: the simplest numbers that agree with how many edges
// each had. When a clock began within its first cycle is not known, and taken to be with the run.
#pragma once

#include <cstdint>
#include <vector>

#include "model/run.h"

namespace tapestry {

struct Ticks {
    std::vector<std::uint64_t> by_clock;  // in a cycle of each of Run::clocks
    std::uint64_t by_run = 1;             // in a cycle of the run: of the clock with most edges
    bool several = false;                 // clocks that do not have the same edges

    std::uint64_t of(std::int32_t clock) const {
        const auto c = static_cast<std::size_t>(clock);
        return clock < 0 || c >= by_clock.size() ? by_run : by_clock[c];
    }
};

// Of the clocks that recorded threads have.
Ticks ticks_of(const Run& run, const Operations& operations);
Ticks ticks_of(const Run& run);  // of all clocks

// How many cycles of one clock a cycle of another is, as the simplest fraction that agrees with the
// edges that both had in the same time.
struct Ratio {
    std::uint64_t over = 1, under = 1;
};
Ratio ratio_of(std::uint64_t edges, std::uint64_t other_edges);

}  // namespace tapestry
