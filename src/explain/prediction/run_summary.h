// SPDX-License-Identifier: Apache-2.0
// A run as input of the summary method: the blocks of its network, each with the states of its
// machine and one more state for each link on which it waits. Times are in cycles of the run's
// reference clock.
#pragma once

#include "explain/network/load.h"
#include "explain/prediction/summary.h"
#include "model/run.h"

namespace tapestry {

struct RunSummary {
    double length = 0;
    Network network;
    Load load;
    SummaryModel model;                // blocks as in the network
    std::vector<int> machine;          // by block: the tap of its only machine, -1: none
    std::vector<std::size_t> states;   // by block: number of machine states; waits follow them
    std::vector<SummaryEnd> link_end;  // by link: the end of the block that waits
};

RunSummary summary_of(const Run& run);

// Cycles of a block spent on work, and on waiting for others.
double work_of(const SummaryBlock& block, std::size_t states);
double wait_of(const SummaryBlock& block, std::size_t states);

}  // namespace tapestry
