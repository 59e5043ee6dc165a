// SPDX-License-Identifier: Apache-2.0
// How a run ended: done, or with tokens in flight that nothing moves any more.
//
// The run is still when over its last stretch no beat moved, no queue changed and every machine
// stood in one state. Still with tokens in flight (a stream blocked, a queue not empty, a call not
// done) and a cycle of waits is a deadlock. Machines that move while no beat does, with tokens in
// flight, are a livelock, when the run did not end by itself.
#pragma once

#include "analyse/network.h"
#include "analyse/period.h"

namespace tapestry {

struct Ending {
    EndState state = EndState::finished;
    std::vector<DeadlockStep> waits;
};

Ending ending_of(const Run& run, const Network& network, Periods& periods);

}  // namespace tapestry
