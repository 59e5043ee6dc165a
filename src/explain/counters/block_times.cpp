// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/block_times.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_set>

#include "explain/network/clock_scale.h"

namespace tapestry {

namespace {

std::size_t at(Category category) { return static_cast<std::size_t>(category); }

BlockTime machine_block(const TapNumbers& n, const MachineAnalysis& machine) {
    BlockTime block;
    block.path = n.tap.path;
    block.scope = n.tap.scope;
    block.module = n.tap.module;
    block.tap = n.tap.tap;
    block.quality = n.quality;
    block.source = n.tap.source;
    block.measured = !n.silent;
    if (n.silent) return block;
    block.observed_cycles = n.observed_cycles;
    for (std::size_t i = 0; i < n.states.size(); ++i) {
        std::uint64_t& sum = block.cycles[at(machine.states[i].category)];
        if (__builtin_add_overflow(sum, n.states[i].cycles, &sum)) sum = ~0ull;
    }
    return block;
}

std::uint64_t whole(double cycles) { return static_cast<std::uint64_t>(std::llround(cycles)); }

// Cycles of handshaking states, told apart by what the channels saw: a state that moves beats and
// waits between them is neither all transfer nor all waiting. No more than `beats` cycles are
// transfer; what is beyond them, as where a channel is not known to be the block's, is what the
// states are said to do.
void split_handshakes(BlockTime& block, double received, double sent, double beats) {
    std::uint64_t pool = 0;
    for (const Category c : {Category::transfer, Category::wait_recv, Category::wait_send}) {
        if (__builtin_add_overflow(pool, block.of(c), &pool)) return;
    }
    if (pool > block.observed_cycles) return;  // the numbers do not add up: leave them alone
    auto take = [&pool](std::uint64_t most) {
        const std::uint64_t taken = std::min(pool, most);
        pool -= taken;
        return taken;
    };
    std::array<std::uint64_t, kCategories>& cycles = block.cycles;
    const std::uint64_t starved = cycles[at(Category::wait_recv)];
    const std::uint64_t blocked = cycles[at(Category::wait_send)];
    cycles[at(Category::wait_recv)] = take(whole(received));
    cycles[at(Category::wait_send)] = take(whole(sent));
    cycles[at(Category::transfer)] = take(whole(beats));
    for (const auto& [category, said] :
         {std::pair(Category::wait_send, blocked), std::pair(Category::wait_recv, starved)}) {
        std::uint64_t& known = cycles[at(category)];
        if (said > known) known += take(said - known);
    }
    cycles[at(Category::transfer)] += pool;
}

// Ends of channels that have no machine, by the network's index of the block.
class ChannelBlocks {
public:
    ChannelBlocks(const Run& run, const Network& network, const Load& load)
        : run_(run),
          net_(network),
          load_(load),
          clocks_(run),
          blocks_(network.blocks.size()),
          has_channel_(network.blocks.size()),
          received_(network.blocks.size()),
          sent_(network.blocks.size()),
          moved_(network.blocks.size()) {
        for (std::size_t i = 0; i < net_.links.size(); ++i) add(i);
    }

    BlockTime block(std::size_t id) const {
        BlockTime block = blocks_[id];
        block.path = block.scope = net_.blocks[id].path;
        block.quality = Quality::estimated;
        block.observed_cycles = whole(load_.length);
        std::uint64_t left = block.observed_cycles;
        for (std::uint64_t& cycles : block.cycles) {
            cycles = std::min(cycles, left);
            left -= cycles;
        }
        const std::uint64_t idle = std::min(left, whole(load_.idle[id]));
        block.cycles[at(Category::idle)] += idle;
        block.cycles[at(Category::busy)] += left - idle;
        block.unknown_cycles = std::min(left - idle, whole(load_.unknown[id]));
        return block;
    }

    // For a machine that is alone in its block, and whose channels are known. A thread says itself
    // what the time of its states is.
    void split(BlockTime& block) const {
        const auto id = net_.by_path.find(block.scope);
        if (!block.measured || id == net_.by_path.end()) return;
        const auto b = static_cast<std::size_t>(id->second);
        if (net_.blocks[b].machines.size() != 1 || !has_channel_[b]) return;
        const TapNumbers& n = run_.taps[static_cast<std::size_t>(net_.blocks[b].machines[0])];
        const bool is_thread =
            n.place >= 0 &&
            run_.places[static_cast<std::size_t>(n.place)].kind == PlaceKind::thread;
        if (is_thread) return;
        const double cycle = clocks_.cycle_of(n);
        split_handshakes(block, received_[b] / cycle, sent_[b] / cycle, moved_[b] / cycle);
    }

private:
    void add(std::size_t i) {
        const Link& link = net_.links[i];
        BlockTime& block = blocks_[static_cast<std::size_t>(link.by)];
        const Category category = link.kind == WaitKind::receive ? Category::wait_recv
                                  : link.kind == WaitKind::send  ? Category::wait_send
                                                                 : Category::wait_sync;
        block.cycles[at(category)] += whole(load_.cycles[i]);
        if (link.kind == WaitKind::synchronise || link.channel < 0) return;
        const auto by = static_cast<std::size_t>(link.by);
        has_channel_[by] = true;
        (link.kind == WaitKind::receive ? received_ : sent_)[by] += load_.cycles[i];
        const TapNumbers& tap = run_.taps[static_cast<std::size_t>(link.channel)];
        std::uint64_t& moved = block.cycles[at(Category::transfer)];
        const double beats =
            static_cast<double>(tap.number("transfer_cycles")) * clocks_.cycle_of(tap);
        moved = std::max(moved, whole(beats));
        if (counted_.insert({link.by, link.channel}).second) moved_[by] += beats;
    }

    const Run& run_;
    const Network& net_;
    const Load& load_;
    ClockScale clocks_;
    std::vector<BlockTime> blocks_;
    std::vector<bool> has_channel_;
    std::vector<double> received_, sent_;  // cycles that each waited
    std::vector<double> moved_;  // cycles in which any of its channels moved a beat, at most
    std::set<std::pair<int, int>> counted_;
};

// Who is busiest is said here, once, for whoever puts blocks in order.
void rank(std::vector<BlockTime>& blocks) {
    std::vector<BlockTime*> order;
    for (BlockTime& block : blocks) {
        if (block.measured) order.push_back(&block);
    }
    std::stable_sort(order.begin(), order.end(), [](const BlockTime* a, const BlockTime* b) {
        return a->busy_share() > b->busy_share();
    });
    for (std::size_t i = 0; i < order.size(); ++i) order[i]->rank = i + 1;
}

}  // namespace

std::vector<BlockTime> block_times(const Run& run, const std::vector<MachineAnalysis>& machines,
                                   const Network& network, const Load& load) {
    std::vector<BlockTime> blocks;
    std::unordered_set<std::string> scopes;
    for (const TapNumbers& n : run.taps) {
        if (n.tap.kind() != TapKind::fsm) continue;
        blocks.push_back(machine_block(n, machines[static_cast<std::size_t>(n.tap.tap)]));
        scopes.insert(n.tap.scope);
    }
    const ChannelBlocks ends(run, network, load);
    for (BlockTime& block : blocks) ends.split(block);
    for (std::size_t b = 0; b < network.blocks.size(); ++b) {
        if (!network.blocks[b].is_outside() && !scopes.contains(network.blocks[b].path))
            blocks.push_back(ends.block(b));
    }
    // Queues and other ends that are no block of the network are named without numbers.
    std::set<std::string> rest;
    auto add_rest = [&](const std::string& path) {
        if (!path.empty() && !scopes.contains(path) && !network.by_path.contains(path))
            rest.insert(path);
    };
    for (const GraphEdge& e : run.edges) add_rest(e.from), add_rest(e.to);
    for (const TapNumbers& n : run.taps)
        add_rest(n.tap.ends().producer), add_rest(n.tap.ends().consumer);
    for (const std::string& path : rest) {
        BlockTime block;
        block.path = block.scope = path;
        block.measured = false;
        blocks.push_back(std::move(block));
    }
    rank(blocks);
    return blocks;
}

}  // namespace tapestry
