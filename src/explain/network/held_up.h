// SPDX-License-Identifier: Apache-2.0
// A block without a machine that distributes beats to others: when it can be shown to wait for them
// even though it offers no beat.
#pragma once

#include <optional>
#include <vector>

#include "explain/network/network.h"
#include "explain/network/period.h"
#include "model/run.h"

namespace tapestry {

// Cycles in these states. Machines run in parallel, so the longest of them counts.
double cycles_in_states(const Period& period, const std::vector<StateRef>& states);

class HeldUp {
public:
    HeldUp(const Network& network, const Run& run, const Period& period)
        : net_(network), run_(run), period_(period), cycles_(network.blocks.size()) {}

    // Cycles, for each of its outputs, in which all consumers of the block are at work and would
    // get a beat at once.
    double for_each_output(std::size_t block);

private:
    double while_all_work(std::size_t block) const;
    double while_it_works(const Link& sent) const;

    const Network& net_;
    const Run& run_;
    const Period& period_;
    std::vector<std::optional<double>> cycles_;  // by block, computed on demand
};

}  // namespace tapestry
