// SPDX-License-Identifier: Apache-2.0
// A run as the summary method sees it: the blocks of its network, each with the states of its
// machine and a state for each way in which it waits for another block. Times are in cycles of the
// run's reference clock.
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
    std::vector<std::size_t> states;   // by block: so many come from the machine, then waits
    std::vector<SummaryEnd> link_end;  // by link: of the block that waits
};

RunSummary summary_of(const Run& run);

// Cycles of a block that are no waiting for others.
double work_of(const SummaryBlock& block, std::size_t states);
double wait_of(const SummaryBlock& block, std::size_t states);

}  // namespace tapestry
