// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/tried.h"

#include <algorithm>

#include "explain/counters/answer.h"
#include "explain/counters/tried_blame.h"
#include "model/replicas.h"

namespace tapestry {

namespace {

constexpr double kMostOfTheRun = 0.25;  // a saving at twice the speed

// What counters blame and no experiment has told of stays, as long as it could bring more than what
// was tried: a queue must explain more of the run than the block does, a lock that is held half as
// long, or a block twice as fast, would bring half of what it explains.
bool outweighs(const Run& run, const Analysis& analysis, const Experiments& all,
               const Experiment& winner) {
    const std::vector<Bottleneck>& bottlenecks = analysis.bottlenecks;
    if (bottlenecks.empty() || is_outside(bottlenecks.front())) return false;
    const Bottleneck& first = bottlenecks.front();
    if (first.kind == BottleneckKind::queue)
        return first.share > share_of(winner) && !has_been_enlarged(run, first.path);
    return !is_undecided(analysis.answer) && !experiment_of(first, all) &&
           first.share / 2 > kNearlyAll * *winner.saving;
}

// Whether the experiment made those faster that wait for the lock most, and so hold it in turn.
bool are_holders(const Bottleneck& lock, const Experiment& e) {
    if (lock.kind != BottleneckKind::lock || lock.pressure.empty()) return false;
    const std::string& claimant = lock.pressure.back().from;
    return claimant == e.path || folded_path(claimant) == e.path;
}

// A queue that would save more by its depth than a block that was tried saves by its speed. Shares
// are of the run and of twice what depth could save in each queue (see root_cause).
Bottleneck* deeper_queue(const Run& run_of, std::vector<Bottleneck>& list, const Experiment& winner,
                         double& saving) {
    double run = 1;
    Bottleneck* most = nullptr;
    for (Bottleneck& b : list) {
        if (b.kind != BottleneckKind::queue) continue;
        run -= b.share;
        if (has_been_enlarged(run_of, b.path)) continue;
        if (!most || b.share > most->share) most = &b;
    }
    if (!most || run <= 0 || list.front().path != winner.path) return nullptr;
    saving = most->share / (2 * run);
    return saving > *winner.saving ? most : nullptr;
}

// Little that one block saves is all that is known when the whole could not be tried, and counters
// blame another.
bool is_lone(const Experiment& winner, const Analysis& analysis) {
    return *winner.saving < kLittle &&
           (analysis.bottlenecks.empty() || analysis.bottlenecks.front().path != winner.path);
}

// The experiment with what counters blame first.
const Experiment* first_tried(const Analysis& analysis, const Experiments& all) {
    return analysis.bottlenecks.empty() ? nullptr
                                        : experiment_of(analysis.bottlenecks.front(), all);
}

// A memory outside is blamed as that. What explains less than half of the run does not overrule.
bool blames_memory(const Analysis& analysis) {
    return !analysis.bottlenecks.empty() &&
           (analysis.bottlenecks.front().kind == BottleneckKind::memory ||
            analysis.bottlenecks.front().kind == BottleneckKind::bus);
}

// Advice to make something faster that was made faster for nothing.
void drop_refuted(const Experiments& all, Analysis& analysis) {
    std::erase_if(analysis.advice, [&](const Advice& advice) {
        return advice.rule == "interval_above_one" &&
               std::any_of(all.begin(), all.end(), [&](const Experiment* e) {
                   return e->path == advice.path && *e->saving < kLeastSaving;
               });
    });
}

// A top that only joins blocks is not to blame for what they do.
bool settle_whole(const Run& run, const Experiment* winner, Analysis& analysis) {
    const Experiment* whole = whole_of(run, analysis, winner);
    if (!whole) return false;
    const std::vector<std::string> untried = untried_parts(run);
    const bool block = is_a_block(run);
    if (block)
        blame_whole(*whole, run, analysis);
    else if (!untried.empty())
        doubt_parts(*whole, winner, untried, analysis);
    else
        std::erase_if(analysis.bottlenecks,
                      [&](const Bottleneck& b) { return b.path == run.top && can_be_tried(b); });
    return block || !untried.empty();
}

void settle_winner(const Run& run, const Experiment& winner, const Experiments& all,
                   Analysis& analysis) {
    if (outweighs(run, analysis, all, winner)) {
        Bottleneck& first = analysis.bottlenecks.front();
        if (are_holders(first, winner)) blame_lock(first, winner, analysis);
        return;
    }
    double by_depth = 0;
    if (Bottleneck* queue = deeper_queue(run, analysis.bottlenecks, winner, by_depth))
        return blame_queue(*queue, by_depth, winner, analysis);
    if (!design_of(run) && is_lone(winner, analysis)) return doubt(winner, analysis);
    blame_winner(winner, all, run, analysis);
}

}  // namespace

void settle_by_experiments(const Run& run, Analysis& analysis) {
    const Experiments all = comparable(run);
    if (run.experiments.empty() || !analysis.deadlocks.empty()) return;
    drop_refuted(all, analysis);
    const Experiment* winner = winner_of(all);
    const Experiment* design = design_of(run);
    const double alone = winner ? *winner->saving : 0.0;
    const double outside = saved_outside(run);
    const Experiment* room = best_room(run);
    if (room && *room->saving > std::max(outside, alone)) return blame_room(*room, run, analysis);
    const bool memory = blames_memory(analysis);
    if (design && !memory && outside >= kMostOfTheRun && outside > alone)
        return blame_outside(*design, 2 * outside, run.top, analysis);
    if (is_refuted_outside(run, analysis))
        std::erase_if(analysis.bottlenecks,
                      [](const Bottleneck& b) { return is_outside(b) || b.share < kLittle; });
    if (settle_whole(run, winner, analysis)) return;
    const Experiment* pair = pair_of(run, all);
    if (pair && alone < kLittle) return blame_pair(*pair, analysis);
    if (winner) return settle_winner(run, *winner, all, analysis);
    if (design && !memory && *design->saving < kLeastSaving)
        return blame_outside(*design, 2 * outside, run.top, analysis);
    if (const Experiment* first = first_tried(analysis, all)) doubt_counters(*first, analysis);
}

}  // namespace tapestry
