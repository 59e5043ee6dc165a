// SPDX-License-Identifier: Apache-2.0
// The new bins of streams, from how much longer or shorter the blocks at their ends wait. The
// number of beats is unchanged. A producer waits at the stream into a queue, a consumer at the
// stream out of it. The remaining cycles are shared among the other bins in proportion.
#pragma once

#include <map>
#include <optional>

#include "explain/network/network.h"
#include "model/prediction.h"

namespace tapestry {

// Additional cycles that the two ends of a stream wait; nothing: unknown.
struct StreamShift {
    std::optional<double> receive, send;
};
using StreamShifts = std::map<int, StreamShift>;  // by the tap of the stream

// Adds the additional waiting at a channel, which is a stream or a queue.
void add_shift(const Network& network, int channel, WaitKind kind, double cycles,
               StreamShifts& shifts);

// Adds the streams in `shifts` to the prediction, whose totals are set.
void note_streams(const Run& run, const StreamShifts& shifts, Prediction& prediction);

}  // namespace tapestry
