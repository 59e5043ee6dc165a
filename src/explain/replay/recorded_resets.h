// SPDX-License-Identifier: Apache-2.0
// Resets that came while the design was already at work. They take beats away, and how many depends
// on when each was where: what was recorded says nothing of other depths.
#pragma once

#include <map>

#include "explain/replay/handshakes.h"

namespace tapestry {

class RecordedResets {
public:
    // Traces leave out edges in reset, and begin anew behind them, perhaps with the value that they
    // had.
    void add(const TapNumbers& trace);

    // Whether a beat had moved before; where no trace says when the reset was, that is assumed.
    bool come_after_a_move(const std::map<int, RecordedHandshake>& handshakes) const;

private:
    bool later_ = false;     // behind the first record of a trace
    std::uint64_t end_ = 0;  // of the last one that is seen; 0: none is
};

}  // namespace tapestry
