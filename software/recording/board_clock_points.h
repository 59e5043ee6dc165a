// SPDX-License-Identifier: Apache-2.0
// When the clock of a board stood where, as `tapestry record` saw it over the board's link while
// the program ran. The file lies beside the recordings and the board's reading.
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
    std::string boot;   // of the machine that the board is at
    std::string clock;  // path in the design
    std::vector<BoardClockPoint> sights;
    bool operator==(const BoardClockPoints&) const = default;
};

// The boot of this machine, as recordings have it.
std::string own_boot();

// Lines: the boot, the clock, and for each sight `EDGES BEFORE AFTER`. Nothing for other texts.
std::string to_text(const BoardClockPoints& sights);
std::optional<BoardClockPoints> clock_points_from_text(std::string_view text);

// The board belongs to the first process of its machine that recorded anything, or else to the
// first; its sights are among those of that process. `reading` is the file that holds what the
// board counted.
void add_board(std::vector<Recording>& recordings, const BoardClockPoints& sights,
               const std::string& reading);

}  // namespace tapestry
