// SPDX-License-Identifier: Apache-2.0
// What limits a run, over all and in each frame: the blocks whose work its critical path goes
// through (critical_time.h), with the pressure that leads to each and the blocks that suffer.
#pragma once

#include "explain/counters/critical_time.h"

namespace tapestry {

// A stretch of the run with one bottleneck.
struct Phase {
    std::uint64_t start_edge = 0;
    std::uint64_t end_edge = 0;
    std::string path;
    BottleneckKind kind = BottleneckKind::compute;
};

struct RootCause {
    std::vector<Verdict> bottlenecks;  // the worst first
    std::vector<FrameBottleneck> frames;
    std::vector<Phase> phases;  // one, or as many as are long enough to be told apart
    // Share of the run that the path spends in blocks of which nobody knows what they did then,
    // and those blocks, the worst first.
    double unknown_share = 0;
    std::vector<std::string> unknown = {};
};

// `load` is that of the whole run.
RootCause root_cause(const Run& run, const Network& network, const Load& load,
                     const Periods& periods);

}  // namespace tapestry
