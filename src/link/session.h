// SPDX-License-Identifier: Apache-2.0
// One conversation with a board: who are you, what have your taps counted.
#pragma once

#include <chrono>
#include <functional>

#include "base/diagnostics.h"
#include "base/result.h"
#include "link/board_command.h"
#include "link/collector.h"
#include "link/transport.h"
#include "model/reading.h"
#include "model/tap_map.h"

namespace tapestry {

struct SessionOptions {
    std::vector<BoardCommand> commands;  // obeyed before the reading, `stop` after it
    std::uint16_t period_log2 = 0;       // a frame every 2^this edges; 0: no frames but the last
    std::uint64_t frames = 0;            // collect so many, then end
    std::chrono::milliseconds patience{2000};  // with a board that does not answer
    std::function<void(std::uint64_t frames)> on_progress;
};

// Collects a reading. Fails when the board does not answer or is not the one that the map
// describes. What was lost on the way is reported and marked in the reading; `complete` is false
// when the collection broke off.
struct Collected {
    Reading reading;
    bool complete = true;
};
Result<Collected> collect(const TapMap& map, Transport& transport, const SessionOptions& options,
                          Diagnostics& diagnostics);

}  // namespace tapestry
