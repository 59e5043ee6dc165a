// SPDX-License-Identifier: Apache-2.0
// How a run ended: done, or with tokens in flight that nothing moves any more.
//
// A token is in flight at a block that keeps a stream or a full queue blocked, leaves a queue
// undrained or a call undone. Blocks that wait for each other all through the last stretch of the
// run, moving nothing, with a token in flight at one of them, are a deadlock. So are blocks that
// take no work that is offered for far longer than they ever took for a beat, if nothing outside
// can wake any of them. A block is going in
// circles when it moved nothing for far longer than it ever took for a beat, and its machine went
// round through the same states many times meanwhile. When it does, and a token is in flight at it,
// or at what waits for it, that is a livelock; unless it waits for the outside to say something.
#pragma once

#include "explain/network/network.h"
#include "explain/network/period.h"

namespace tapestry {

struct Ending {
    EndState state = EndState::finished;
    std::vector<DeadlockStep> waits;
};

Ending ending_of(const Run& run, const Network& network, const Periods& periods);

}  // namespace tapestry
