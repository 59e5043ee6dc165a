// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/idle_starts.h"

#include <algorithm>

namespace tapestry {

namespace {

// The cycles in which somebody needs what lies outside.
double awaited(const Network& network, const Load& load, std::size_t outside) {
    double cycles = 0;
    for (const std::size_t i : network.links_on[outside]) {
        const Link& link = network.links[i];
        const auto& on_waiter = network.links_on[static_cast<std::size_t>(link.by)];
        if (link.channel >= 0 || on_waiter.empty()) return load.length;
        double needed = 0;
        for (const std::size_t w : on_waiter) needed += load.cycles[w];
        cycles += std::min(load.cycles[i], needed);
    }
    return network.links_on[outside].empty() ? load.length : cycles;
}

}  // namespace

void part_from_the_start(const Network& network, const Load& load, std::vector<double>& spent) {
    double fixed = 0, rest = 0;
    std::vector<bool> is_fixed(spent.size());
    for (std::size_t b = 0; b < spent.size(); ++b) {
        const double most =
            network.blocks[b].is_outside() ? awaited(network, load, b) : load.length;
        is_fixed[b] = spent[b] > most;
        if (is_fixed[b]) spent[b] = most;
        (is_fixed[b] ? fixed : rest) += spent[b];
    }
    if (fixed == 0 || rest == 0) return;
    for (std::size_t b = 0; b < spent.size(); ++b)
        if (!is_fixed[b]) spent[b] *= std::max(0.0, load.length - fixed) / rest;
}

}  // namespace tapestry
