// SPDX-License-Identifier: Apache-2.0
// A queue between two clocks: what is measured of it is a stream at each end, each on its own
// clock.
#pragma once

#include "explain/replay/handshakes.h"
#include "model/operations.h"

namespace tapestry {

struct ClockedHandshake {
    const RecordedHandshake* handshake = nullptr;
    std::uint64_t period = 1;  // ticks in a cycle
};

// Its latency, in cycles of the output from the first edge at or behind a push; its room, in cycles
// of the input from the first edge at or behind a pop; and what it holds. Each time is the one that
// was seen most among those that were waited for: the clocks drift past each other.
void find_crossing(const ClockedHandshake& input, const ClockedHandshake& output,
                   OperationChannel& channel);

}  // namespace tapestry
