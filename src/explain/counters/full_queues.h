// SPDX-License-Identifier: Apache-2.0
// Queues whose being full makes others wait, and what more depth could save.
#pragma once

#include <vector>

#include "explain/network/load.h"

namespace tapestry {

struct FullQueue {
    int tap = -1;
    std::vector<std::size_t> waits;    // links at which its fillers wait for room
    std::vector<std::size_t> awaited;  // links at which others wait for data it could bring sooner
    double explained = 0;              // cycles
};

std::vector<FullQueue> full_queues(const Network& network);

// What each queue explains of a period, so that it compares with a block, of whose time half can be
// saved by making it twice as fast: twice what depth could save. `time` has the critical cycles of
// blocks.
std::vector<double> explained_by_queues(const Network& network,
                                        const std::vector<FullQueue>& queues, const Load& load,
                                        const std::vector<double>& time);

}  // namespace tapestry
