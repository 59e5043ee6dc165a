// SPDX-License-Identifier: Apache-2.0
// A queue between two clocks, measured as one stream at each end, each on its own clock.
#pragma once

#include "explain/replay/handshakes.h"
#include "model/operations.h"

namespace tapestry {

struct ClockedHandshake {
    const RecordedHandshake* handshake = nullptr;
    std::uint64_t period = 1;  // ticks in a cycle
};

// Sets the latency in reader cycles, counted from the first reader edge at or after a push; the
// room in writer cycles, counted from the first writer edge at or after a pop; and the capacity.
// The clocks drift past each other, so each value is the most frequent one among the transfers that
// were waited for.
void find_crossing(const ClockedHandshake& input, const ClockedHandshake& output,
                   OperationChannel& channel);

}  // namespace tapestry
