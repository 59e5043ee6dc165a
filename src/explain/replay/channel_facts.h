// SPDX-License-Identifier: Apache-2.0
// How a queue behaves, from when its beats went in and came out.
#pragma once

#include "explain/replay/handshakes.h"
#include "model/operations.h"

namespace tapestry {

// Sets latency, room and capacity of a queue whose depth in the source is known, or 0: of a memory,
// of which some places may stay free, or which has registers behind it. What was
// waited for tells them exactly; what nobody waited for cannot, and is taken as usual: a beat comes
// out a cycle after it went in, at the earliest, and the place of a beat is free a cycle after it
// left.
void find_facts(const RecordedHandshake& input, const RecordedHandshake& output,
                OperationChannel& channel);

// Transfers that stand first in their stretch, behind one of that kind: they were waited for.
std::vector<std::size_t> waited_transfers(const RecordedHandshake& handshake, StretchKind behind);

}  // namespace tapestry
