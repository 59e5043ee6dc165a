// SPDX-License-Identifier: Apache-2.0
// What somebody who looks at a run under way is told between two frames, which grow.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "model/reading.h"

namespace tapestry {

// Edges of clock 0 so far; and, less often, the numbers of all taps of one clock as they stand.
struct Glimpse {
    std::uint64_t edges = 0;
    int clock = 0;                            // index in the tap map
    std::vector<ReadingRecord> records = {};  // without traces, which tell their records once
};

struct GlimpseOptions {
    std::function<void(const Glimpse&)> tell = {};
    // A frame of this clock was told: what was told of it before is old.
    std::function<void(int clock)> outdate = {};
    std::chrono::milliseconds edges_every{500}, records_every{1000};
};

}  // namespace tapestry
