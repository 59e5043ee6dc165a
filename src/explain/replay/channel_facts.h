// SPDX-License-Identifier: Apache-2.0
// Latency, room and capacity of a queue, from the times at which its beats were pushed and popped.
#pragma once

#include "explain/replay/handshakes.h"
#include "model/operations.h"

namespace tapestry {

// `channel.depth` is the size of the memory in the source, or 0. The capacity may differ: one entry
// may stay free, or an output register may add one. Transfers that were waited for give the exact
// values. Without any, the defaults are a latency of one cycle and a freed entry that can be
// written one cycle after the pop.
void find_facts(const RecordedHandshake& input, const RecordedHandshake& output,
                OperationChannel& channel);

// The transfers that come first in their stretch and directly follow a stretch of kind `behind`:
// somebody waited for them.
std::vector<std::size_t> waited_transfers(const RecordedHandshake& handshake, StretchKind behind);

}  // namespace tapestry
