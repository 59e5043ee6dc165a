// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/full_queues.h"

#include <algorithm>
#include <unordered_map>

namespace tapestry {

namespace {

constexpr double kLeastShare = 0.01;
constexpr double kOnThePath = 0.05;  // share of a period
constexpr double kRoundTrips = 4;    // of the path through a queue, in a period

// The longest that a block in the design waits for data.
double longest_starving(const Network& network, const Load& load) {
    double longest = 0;
    for (std::size_t i = 0; i < network.links.size(); ++i) {
        const Link& link = network.links[i];
        const bool inside = !network.blocks[static_cast<std::size_t>(link.by)].is_outside();
        if (inside && link.kind == WaitKind::receive) longest = std::max(longest, load.cycles[i]);
    }
    return longest;
}

// Cycles that a deeper queue could save in a period: while the path goes round and round
// through its being full, no more than its filler then waits for room, no more than what is
// left over the work of the busiest block on the path, and no more than somebody waits for data
// meanwhile, which a deeper queue would bring sooner.
double saved_by_depth(const Network& network, const FullQueue& queue, const Load& load,
                      const std::vector<double>& time) {
    double waits = 0, trips = 0, busiest = 0;
    for (const std::size_t i : queue.waits) {
        const auto by = static_cast<std::size_t>(network.links[i].by);
        const double on_path =
            time[by] / std::max(most_work(network, load, by), 1.0);  // of its work
        waits += load.cycles[i] * std::min(1.0, on_path);
        trips += on_path * load.times[i];
    }
    if (trips < kRoundTrips || waits < kLeastShare * load.length) return 0;
    for (std::size_t b = 0; b < time.size(); ++b) {
        if (time[b] >= kOnThePath * load.length) busiest = std::max(busiest, load.work[b]);
    }
    const double starving = longest_starving(network, load);
    return std::max(0.0, std::min({waits, load.length - busiest, starving}));
}

}  // namespace

std::vector<FullQueue> full_queues(const Network& network) {
    std::vector<FullQueue> queues;
    std::unordered_map<int, std::size_t> queue_of;  // by tap of what leads into it
    for (const auto& [tap, queue] : network.queues) {
        for (const int input : queue.inputs) queue_of.emplace(input, queues.size());
        queue_of.emplace(tap, queues.size());
        queues.push_back({tap, {}, 0});
    }
    for (std::size_t i = 0; i < network.links.size(); ++i) {
        if (network.links[i].kind != WaitKind::send) continue;
        const auto at = queue_of.find(network.links[i].channel);
        if (at != queue_of.end()) queues[at->second].waits.push_back(i);
    }
    return queues;
}

std::vector<double> explained_by_queues(const Network& network,
                                        const std::vector<FullQueue>& queues, const Load& load,
                                        const std::vector<double>& time) {
    std::vector<double> cycles;
    for (const FullQueue& q : queues) cycles.push_back(2 * saved_by_depth(network, q, load, time));
    return cycles;
}

}  // namespace tapestry
