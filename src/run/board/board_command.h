// SPDX-License-Identifier: Apache-2.0
// Commands to a board other than requests for numbers: `clear`, `disable=dut.u_core.state`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/tap_map.h"

namespace tapestry {

enum class BoardVerb : std::uint8_t {
    reset,   // all as after power-up: everything counts, no frames by itself, counts begin now
    clear,   // counts begin now
    start,   // counting goes on; counts begin now
    stop,    // counting ends, after the reading
    enable,  // the same for one tap
    disable,
    report,    // an extra cut of one tap
    priority,  // automatic cuts are of this tap only
};

struct BoardCommand {
    BoardVerb verb = BoardVerb::clear;
    std::optional<int> position;  // on the ring; none: all taps
};

// VERB or VERB=TAP, where TAP is a path, its last parts, or a pattern with *. A pattern gives one
// command for each tap that it matches.
Result<std::vector<BoardCommand>> board_commands(const std::vector<std::string>& texts,
                                                 const TapMap& map, Diagnostics& diagnostics);

}  // namespace tapestry
