// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/analyse.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "explain/counters/advice.h"
#include "explain/counters/counter_verdict.h"
#include "explain/counters/deadlock.h"
#include "explain/counters/markov.h"
#include "explain/counters/own_pace.h"
#include "explain/counters/reasons.h"
#include "explain/counters/root_cause.h"
#include "explain/counters/spent_time.h"
#include "explain/counters/tried.h"
#include "explain/network/clock_scale.h"
#include "explain/network/load.h"
#include "model/analysis.h"
#include "model/replicas.h"

namespace tapestry {

namespace {

// Many blocks at a glance: replicas folded into groups, and what stands out below each level.

// A member whose share is farther than this from the median of its group is named.
constexpr double kFar = 0.1;

double share_of_block(const BlockTime& block, std::uint64_t cycles) {
    return block.observed_cycles == 0
               ? 0
               : static_cast<double>(cycles) / static_cast<double>(block.observed_cycles);
}

double share_waiting(const BlockTime& b) {
    return share_of_block(
        b, b.of(Category::wait_recv) + b.of(Category::wait_send) + b.of(Category::wait_sync));
}

BlockGroup group_of(const std::string& path, const std::vector<const BlockTime*>& members) {
    BlockGroup group{path, members.size(), members.front()->module};
    group.busy_min = 1;
    std::vector<double> shares;
    for (const BlockTime* b : members) {
        const double share = b->busy_share();
        group.busy_min = std::min(group.busy_min, share);
        if (group.busiest.empty() || share > group.busy_max) group.busiest = b->path;
        group.busy_max = std::max(group.busy_max, share);
        group.busy_mean += share / static_cast<double>(members.size());
        group.quality = std::max(group.quality, b->quality);
        shares.push_back(share);
    }
    std::vector<double> sorted = shares;
    std::nth_element(sorted.begin(),
                     sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2), sorted.end());
    const double median = sorted[sorted.size() / 2];
    double farthest = kFar;
    for (std::size_t i = 0; i < members.size(); ++i) {
        const double distance = std::abs(shares[i] - median);
        if (distance > farthest) farthest = distance, group.outlier = members[i]->path;
    }
    return group;
}

void add(LevelSummary& level, const BlockTime& b) {
    const bool first = level.blocks++ == 0;
    const double wait = share_waiting(b);
    const double transfer = share_of_block(b, b.of(Category::transfer));
    const double work = share_of_block(b, b.of(Category::busy));
    if (wait > level.wait_max) level.wait_max = wait, level.wait_max_path = b.path;
    if (transfer > level.transfer_max)
        level.transfer_max = transfer, level.transfer_max_path = b.path;
    level.busy_min = first ? work : std::min(level.busy_min, work);
    level.busy_max = std::max(level.busy_max, work);
    level.quality = std::max(level.quality, b.quality);
}

std::vector<BlockGroup> groups_of(const std::vector<BlockTime>& blocks) {
    std::map<std::string, std::vector<const BlockTime*>> folded;
    for (const BlockTime& b : blocks) {
        if (b.measured) folded[folded_path(b.path)].push_back(&b);
    }
    std::vector<BlockGroup> groups;
    for (const auto& [path, members] : folded) {
        // Names that differ in a number are replicas only of one module.
        const bool alike = std::ranges::all_of(
            members,
            [module = members.front()->module](const BlockTime* b) { return b->module == module; });
        if (members.size() > 1 && alike) groups.push_back(group_of(path, members));
    }
    return groups;
}

// One for each place of a run that has blocks below it.
std::vector<LevelSummary> levels_of(const std::vector<BlockTime>& blocks,
                                    const std::vector<RunPlace>& places) {
    std::vector<LevelSummary> levels;
    std::unordered_map<std::string_view, int> index;
    for (const RunPlace& p : places) {
        index.emplace(p.path, static_cast<int>(levels.size()));
        LevelSummary& level = levels.emplace_back();
        level.level = to_word(p.kind);
        level.path = p.path;
        level.name = p.name;
        if (p.parent >= 0) level.parent = places[static_cast<std::size_t>(p.parent)].path;
    }
    for (const BlockTime& b : blocks) {
        const auto place = index.find(b.scope);
        if (!b.measured || place == index.end()) continue;
        for (int at = place->second; at >= 0; at = places[static_cast<std::size_t>(at)].parent)
            add(levels[static_cast<std::size_t>(at)], b);
    }
    std::erase_if(levels,
                  [](const LevelSummary& l) { return l.level == "block" && l.blocks == 0; });
    return levels;
}

// What the cycles of each block were spent on.
//
// A machine has the cycles of its states. An end of channels without a machine has what its
// channels saw: starved inputs, blocked outputs, beats, the time that others waited for it; of the
// rest nobody knows what it did.

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

// `machines` holds the categories; `load` is that of the whole run.
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

std::vector<MachineAnalysis> machines_of(const Run& run, const StateCategories& categories) {
    std::vector<MachineAnalysis> machines(run.taps.size());
    for (std::size_t i = 0; i < run.taps.size(); ++i) {
        const TapNumbers& n = run.taps[i];
        if (!categories[i].empty()) machines[i] = {categories[i], markov_of(n), loops_of(n)};
    }
    return machines;
}

// In cycles of the run, which may count another clock than most taps do.
WorkPart work_part(const Run& run, const Periods& whole, const WorkEnd& end) {
    const double cycles = static_cast<double>(run.cycles) * end.cycles / whole.length();
    return {static_cast<std::uint64_t>(std::llround(cycles)), end.exact};
}

// What blocks do and wait for is then mostly the standstill.
bool is_mostly_stuck(const Run& run, const Analysis& analysis) {
    const double since = analysis.verdict.doubt.since;
    return since > 0 && 2 * since < static_cast<double>(run.cycles);
}

}  // namespace

// Each step reads what the ones before it found.
Analysis analyse(const Run& run) {
    Analysis analysis;
    const StateCategories categories = categories_of(run);
    analysis.machines = machines_of(run, categories);
    const Network network = network_of(run, categories);
    const Periods whole(run);
    analysis.blocks =
        block_times(run, analysis.machines, network, load_of(network, run, whole.whole()));
    // What limits the work does so while there is work.
    const std::optional<WorkEnd> end = work_end_of(run);
    if (end) analysis.work = work_part(run, whole, *end);
    const Periods periods(run, end);
    const Load load = load_of(network, run, periods.whole());
    analysis.groups = groups_of(analysis.blocks);
    analysis.levels =
        levels_of(analysis.blocks, run.places.empty() ? places_of_device(run) : run.places);
    const RootCause cause = root_cause(run, network, load, periods);
    analysis.bottlenecks = cause.bottlenecks;
    for (Verdict& b : analysis.bottlenecks) b.evidence.spent = spent_time(run, b.subject);
    analysis.frame_bottlenecks = cause.frames;
    Ending ending = ending_of(run, network, whole);
    analysis.end_state = ending.state;
    analysis.deadlocks = std::move(ending.waits);
    analysis.advice = advise({run, network, load, analysis});
    analysis.verdict = verdict_of_counters({run, network, analysis, cause, load});
    analysis.seen = seen_part(run, network);
    if (!analysis.deadlocks.empty()) {
        analysis.work = {};       // it has not ended
        analysis.advice.clear();  // nor would it with faster blocks
        if (is_mostly_stuck(run, analysis)) analysis.bottlenecks.clear();
    }
    if (is_empty(run)) {
        analysis.bottlenecks.clear();
        analysis.frame_bottlenecks.clear();
        analysis.deadlocks.clear();
        analysis.advice.clear();
    } else {
        settle_by_experiments(run, analysis);
        blame_own_pace(run, analysis);
        keep_reasons(run, analysis);
    }
    return analysis;
}

}  // namespace tapestry
