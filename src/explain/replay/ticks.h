// SPDX-License-Identifier: Apache-2.0
// The time base of a replay. With one clock it is its cycle. With several it is a tick, chosen so
// that a cycle of each clock is a whole number of ticks: the smallest numbers that agree with the
// edge counts. The phase of a clock is unknown; all are assumed to start with the run.
#pragma once

#include <cstdint>
#include <vector>

#include "model/run.h"

namespace tapestry {

struct Ticks {
    std::vector<std::uint64_t> by_clock;  // ticks in a cycle of each of Run::clocks
    std::uint64_t by_run = 1;             // ticks in a run cycle: of the clock with most edges
    bool several = false;                 // some clocks have different edge counts

    std::uint64_t of(std::int32_t clock) const {
        const auto c = static_cast<std::size_t>(clock);
        return clock < 0 || c >= by_clock.size() ? by_run : by_clock[c];
    }
};

// For the clocks of the recorded threads.
Ticks ticks_of(const Run& run, const Operations& operations);
Ticks ticks_of(const Run& run);  // of all clocks

// The period of one clock over that of another, as the simplest fraction that agrees with their
// edge counts over the same time.
struct Ratio {
    std::uint64_t over = 1, under = 1;
};
Ratio ratio_of(std::uint64_t edges, std::uint64_t other_edges);

}  // namespace tapestry
