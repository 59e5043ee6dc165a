// SPDX-License-Identifier: Apache-2.0
// What limits a run, over all and in each frame: the blocks whose work its critical path goes
// through (critical_time.h), with the pressure that leads to each and the blocks that suffer.
#pragma once

#include "analyse/critical_time.h"

namespace tapestry {

struct RootCause {
    std::vector<Bottleneck> bottlenecks;  // the worst first
    std::vector<FrameBottleneck> frames;
};

// `load` is that of the whole run.
RootCause root_cause(const Run& run, const Network& network, const Load& load,
                     const Periods& periods);

}  // namespace tapestry
