// SPDX-License-Identifier: Apache-2.0
// Readings of a board's clock that `tapestry record` took over the board's link while the program
// ran. The file is next to the recordings and the board's reading.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "software/recording/recording.h"

namespace tapestry {

struct BoardClockPoint {
    std::uint64_t edges = 0;
    std::uint64_t before_ns = 0;  // CLOCK_MONOTONIC of the machine
    std::uint64_t after_ns = 0;
    bool operator==(const BoardClockPoint&) const = default;
};

struct BoardClockPoints {
    std::string boot;   // boot id of the machine the board is attached to
    std::string clock;  // path in the design
    std::vector<BoardClockPoint> sights;
    bool operator==(const BoardClockPoints&) const = default;
};

// The boot id of this machine, as in recordings.
std::string own_boot();

// The text has a line for the boot id, one for the clock, and `EDGES BEFORE AFTER` for each point.
// Nothing for malformed text.
std::string to_text(const BoardClockPoints& sights);
std::optional<BoardClockPoints> clock_points_from_text(std::string_view text);

// Attaches the board to the first process of its machine that recorded anything, else to the first
// process of that machine. `reading` is the file of the board's counters.
void add_board(std::vector<Recording>& recordings, const BoardClockPoints& sights,
               const std::string& reading);

}  // namespace tapestry
