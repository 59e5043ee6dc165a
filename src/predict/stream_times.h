// SPDX-License-Identifier: Apache-2.0
// What streams do with their cycles then, once it is known how long the ends of their channels
// wait. As many beats move. A stream without a queue has both waits from its channel; into a queue
// its producer waits as that says, and out of it its consumer. What is left is shared among the
// other bins as it was.
#pragma once

#include "model/prediction.h"
#include "model/run.h"
#include "predict/thread_waits.h"

namespace tapestry {

// Cycles of the run that those at a channel wait more than they did.
struct ChannelShift {
    std::optional<double> receive, send;
};

// Adds the streams that end at these channels to the prediction, whose totals are known.
void note_streams(const Run& run, const std::vector<ChannelShift>& shifts, Prediction& prediction);

}  // namespace tapestry
