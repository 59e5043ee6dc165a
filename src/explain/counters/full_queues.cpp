// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/full_queues.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace tapestry {

namespace {

constexpr double kLeastShare = 0.01;
constexpr double kOnThePath = 0.05;  // share of a period
constexpr double kRoundTrips = 4;    // of the path through a queue, in a period

// Which way data goes from block to block.
class Flow {
public:
    explicit Flow(const Network& network)
        : network_(network), from_(network.blocks.size()), to_(network.blocks.size()) {
        for (const Link& link : network.links) {
            if (link.kind != WaitKind::receive) add(link.by, link.on, link.channel);
            if (link.kind != WaitKind::send) add(link.on, link.by, link.channel);
        }
    }

    // Links at which a block in the design waits for data that a deeper queue could bring sooner:
    // its own readers, and who takes from its fillers, or from blocks before them, on another way.
    std::vector<std::size_t> awaited(int tap, const Network::Queue& queue) const {
        std::set<int> channels(queue.outputs.begin(), queue.outputs.end());
        channels.insert(queue.inputs.begin(), queue.inputs.end());
        channels.insert(tap);
        const std::vector<bool> before = reached(queue.fillers, to_, channels);
        std::vector<int> all_before;
        for (std::size_t b = 0; b < before.size(); ++b)
            if (before[b]) all_before.push_back(static_cast<int>(b));
        const std::vector<bool> around = reached(all_before, from_, channels);
        const std::vector<bool> behind = reached(queue.drainers, from_, channels);
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < network_.links.size(); ++i) {
            const Link& link = network_.links[i];
            const auto by = static_cast<std::size_t>(link.by);
            if (link.kind != WaitKind::receive || network_.blocks[by].is_outside()) continue;
            if (channels.contains(link.channel) || (around[by] && (!before[by] || behind[by])))
                found.push_back(i);
        }
        return found;
    }

private:
    struct Step {
        std::size_t block = 0;
        int channel = -1;
    };
    using Steps = std::vector<std::vector<Step>>;

    void add(int from, int to, int channel) {
        const auto f = static_cast<std::size_t>(from), t = static_cast<std::size_t>(to);
        from_[f].push_back({t, channel});
        to_[t].push_back({f, channel});
    }

    // The outside takes and gives, and does not pass on.
    std::vector<bool> reached(const std::vector<int>& start, const Steps& steps,
                              const std::set<int>& without) const {
        std::vector<bool> is_reached(network_.blocks.size());
        std::vector<std::size_t> left;
        const auto reach = [&](std::size_t b) {
            if (is_reached[b] || network_.blocks[b].is_outside()) return;
            is_reached[b] = true;
            left.push_back(b);
        };
        for (const int b : start) reach(static_cast<std::size_t>(b));
        while (!left.empty()) {
            const std::size_t b = left.back();
            left.pop_back();
            for (const Step& step : steps[b])
                if (step.channel < 0 || !without.contains(step.channel)) reach(step.block);
        }
        return is_reached;
    }

    const Network& network_;
    Steps from_, to_;  // by block
};

// Cycles that a deeper queue could save in a period: while the path goes round and round
// through its being full, no more than its filler then waits for room, no more than what is
// left over the work of the busiest block on the path, and no more than somebody waits for data
// that it would bring sooner.
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
    double starving = 0;
    for (const std::size_t i : queue.awaited) starving = std::max(starving, load.cycles[i]);
    return std::max(0.0, std::min({waits, load.length - busiest, starving}));
}

}  // namespace

std::vector<FullQueue> full_queues(const Network& network) {
    std::vector<FullQueue> queues;
    std::unordered_map<int, std::size_t> queue_of;  // by tap of what leads into it
    const Flow flow(network);
    for (const auto& [tap, queue] : network.queues) {
        for (const int input : queue.inputs) queue_of.emplace(input, queues.size());
        queue_of.emplace(tap, queues.size());
        queues.push_back({tap, {}, flow.awaited(tap, queue)});
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
