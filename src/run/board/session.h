// SPDX-License-Identifier: Apache-2.0
// One session with a board: identify it, then collect the counts of its taps.
#pragma once

#include <chrono>
#include <functional>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/reading.h"
#include "model/tap_map.h"
#include "run/board/board_command.h"
#include "run/board/collector.h"
#include "run/board/transport.h"

namespace tapestry {

struct SessionOptions {
    std::vector<BoardCommand> commands;  // obeyed before the reading, `stop` after it
    std::uint16_t period_log2 = 0;       // a frame every 2^this edges; 0: no frames but the last
    std::uint64_t frames = 0;            // collect so many, then end
    std::chrono::milliseconds patience{2000};  // with a board that does not answer
    std::string device = "the device";         // its name, for messages
    std::function<void(std::uint64_t frames)> on_progress;

    // For boards that are watched while a program drives them: cuts are made repeatedly, the last
    // one when goes_on() returns false. Each is also a sample of the board's clock.
    std::function<bool()> goes_on;
    std::function<void()> on_ready;        // what the board counts from now on will be collected
    std::chrono::milliseconds pause{100};  // at least, between cuts
};

// The hub's clock was at `edges`, as counted in the reading, at some time between two times of the
// host's CLOCK_MONOTONIC.
struct CutSight {
    std::uint64_t edges = 0;
    std::uint64_t before_ns = 0;
    std::uint64_t after_ns = 0;
};

// Collects a reading. Fails if the board does not answer or is not the one that the map describes.
// Losses are reported and marked in the reading; `complete` is false if the collection was
// interrupted.
struct Collected {
    Reading reading;
    bool complete = true;
    std::vector<CutSight> sights;
};
Result<Collected> collect(const TapMap& map, Transport& transport, const SessionOptions& options,
                          Diagnostics& diagnostics);

}  // namespace tapestry
