// SPDX-License-Identifier: Apache-2.0
// What streams do with their cycles then, once it is known how much longer, or shorter, those at
// their ends wait. As many beats move. Into a queue a producer waits as the queue's filler does,
// and out of it a consumer as its drainer. What is left is shared among the other bins as it was.
#pragma once

#include <map>
#include <optional>

#include "explain/network/network.h"
#include "model/prediction.h"

namespace tapestry {

// Cycles of the prediction that the ends of a stream wait more than they did; nothing: not known.
struct StreamShift {
    std::optional<double> receive, send;
};
using StreamShifts = std::map<int, StreamShift>;  // by the tap of the stream

// Adds what is waited more at a channel, which is a stream or a queue.
void add_shift(const Network& network, int channel, WaitKind kind, double cycles,
               StreamShifts& shifts);

// Adds the streams that shift to the prediction, whose totals are known.
void note_streams(const Run& run, const StreamShifts& shifts, Prediction& prediction);

}  // namespace tapestry
