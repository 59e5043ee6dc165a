// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/tried.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "base/number_text.h"
#include "explain/counters/tried_experiments.h"
#include "model/advice_order.h"
#include "model/replicas.h"
#include "model/verdict_words.h"

namespace tapestry {

namespace {

constexpr double kMostOfTheRun = 0.25;  // a saving at twice the speed
constexpr double kMore = 1.2;           // times what another saves
constexpr double kFarMore = 2;

// What any other block saves at most at twice its speed: together they save no more than all of
// the run at twice the speed, half of it, because each saves at most half of its part of the path
// that limits.
double left_by(const Experiment& winner) { return std::max(0.0, 0.5 - *winner.saving); }

// What counters blame and no experiment has told of stays, as long as it could bring more than what
// was tried: a queue must explain more of the run than the block does, a lock that is held half as
// long, or a block twice as fast, would bring half of what it explains.
bool outweighs(const Run& run, const Analysis& analysis, const Experiments& all,
               const Experiment& winner) {
    const std::vector<Verdict>& bottlenecks = analysis.bottlenecks;
    if (bottlenecks.empty() || is_outside(bottlenecks.front())) return false;
    const Verdict& first = bottlenecks.front();
    if (first.kind == BottleneckKind::queue)
        return first.share > share_of(winner) && !has_been_enlarged(run, first.subject);
    if (first.subject == run.top && design_of(run)) return false;  // its parts were told apart
    // What holds a lock may be the winner itself.
    const double left = first.kind == BottleneckKind::lock ? 1 : left_by(winner);
    return !analysis.verdict.doubt.is_undecided() && !experiment_of(first, all) &&
           std::min(first.share / 2, left) > kNearlyAll * *winner.saving;
}

// Whether the experiment made those faster that wait for the lock most, and so hold it in turn.
bool are_holders(const Verdict& lock, const Experiment& e) {
    if (lock.kind != BottleneckKind::lock || lock.evidence.pressure.empty()) return false;
    const std::string& claimant = lock.evidence.pressure.back().from;
    return claimant == e.path || folded_path(claimant) == e.path;
}

// The experiment that made all those faster that were seen waiting for the lock, and so hold it in
// turn.
const Experiment* all_holders(const Run& run, const Verdict& lock) {
    const std::vector<SeenWait>& waits = lock.evidence.waits;
    if (lock.kind != BottleneckKind::lock || waits.size() < 2) return nullptr;
    for (const Experiment& e : run.experiments) {
        const bool all = std::all_of(waits.begin(), waits.end(), [&](const SeenWait& wait) {
            return std::find(e.parts.begin(), e.parts.end(), wait.path) != e.parts.end();
        });
        if (e.kind == ExperimentKind::pair && has_saving(e) && all) return &e;
    }
    return nullptr;
}

// Whether replicas were made faster that are just those of the pair.
bool are_together(const Experiment& replicas, const Experiment& pair) {
    return replicas.kind == ExperimentKind::group &&
           std::ranges::all_of(pair.parts, [&](const std::string& part) {
               return folded_path(part) == replicas.path;
           });
}

// A queue that would save more by its depth than a block that was tried saves by its speed. Shares
// are of the run and of twice what depth could save in each queue (see root_cause).
Verdict* deeper_queue(const Run& run_of, std::vector<Verdict>& list, const Experiment& winner,
                      double& saving) {
    double run = 1;
    Verdict* most = nullptr;
    for (Verdict& b : list) {
        if (b.kind != BottleneckKind::queue) continue;
        run -= b.share;
        if (has_been_enlarged(run_of, b.subject)) continue;
        if (!most || b.share > most->share) most = &b;
    }
    if (!most || run <= 0 || list.front().subject != winner.path) return nullptr;
    saving = most->share / (2 * run);
    return saving > *winner.saving ? most : nullptr;
}

// Little that one block saves is all that is known when the whole could not be tried, and counters
// blame another.
bool is_lone(const Experiment& winner, const Analysis& analysis) {
    return *winner.saving < kLittle &&
           (analysis.bottlenecks.empty() || analysis.bottlenecks.front().subject != winner.path);
}

// Whether counters see the design wait for the outside in most of the run: twice as fast, it would
// save more than any experiment has to, and far more than what was tried.
bool waits_for_outside(const Experiment& winner, const Analysis& analysis) {
    if (analysis.bottlenecks.empty() || analysis.verdict.doubt.is_undecided()) return false;
    const Verdict& first = analysis.bottlenecks.front();
    return is_outside(first) && first.share / 2 > kMostOfTheRun &&
           first.share / 2 > kFarMore * *winner.saving;
}

// What the design saves beside the outside, or, where it could not be tried, saves at most.
double left_inside(const Run& run, const Experiment& outside) {
    const Experiment* design = design_of(run);
    return design ? *design->saving : untried_parts(run).empty() ? 0 : left_by(outside);
}

// Whether the outside saves more than any block, of all that could be tried, and than several
// together; far more than any where the whole saves far more than the outside. Where a block could
// not be tried, it may be what makes the whole save more.
bool stands_out(const Experiment& outside, const Run& run, const Experiments& all,
                const Experiment* pair) {
    const Experiment* winner = winner_of(run, all);
    const double alone = std::max(kLeastSaving, winner ? *winner->saving : 0.0);
    const Experiment* design = design_of(run);
    const bool whole = design && *design->saving > kFarMore * *outside.saving;
    return !all.empty() && *outside.saving > (whole ? kFarMore : kMore) * alone &&
           (!pair || *outside.saving > *pair->saving) &&
           (untried_parts(run).empty() || *outside.saving > left_inside(run, outside));
}

// Whether an outside that could not be tried may save far more than what saved most.
bool may_be_outside(const Run& run, const Experiment& most) {
    const bool failed =
        std::any_of(run.experiments.begin(), run.experiments.end(), [](const Experiment& e) {
            return e.kind == ExperimentKind::outside && e.status == ExperimentStatus::rejected;
        });
    return failed && *most.saving < kLittle && most_outside(run) > kLittle;
}

// Whether states or a call of the block show when it works.
bool shows_work(const Run& run, const std::string& path) {
    return std::any_of(run.taps.begin(), run.taps.end(), [&](const TapNumbers& n) {
        return (n.tap.is(TapKind::fsm) || n.tap.is(TapKind::call)) && n.tap.scope == path;
    });
}

// Whether the rest of the run, in which the block is not at work, is less than it saves: then no
// other saves as much, as what the block works on takes as long as before.
bool leaves_less(const Run& run, const Analysis& analysis, const Experiment& winner) {
    return shows_work(run, winner.path) &&
           std::any_of(
               analysis.bottlenecks.begin(), analysis.bottlenecks.end(), [&](const Verdict& b) {
                   return b.subject == winner.path && b.evidence.kind == EvidenceKind::at_work &&
                          1 - b.evidence.share < *winner.saving;
               });
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

// Whether the experiment did what the advice asks for: it made the block faster, or the queue
// deeper.
bool does(const Experiment& e, const Advice& advice) {
    if (advice.rule == "queue_too_shallow")
        return is_capacity(e.kind) && has_saving(e) &&
               (advice.path == e.path || folded_path(advice.path) == e.path);
    if (advice.rule == "device_waits_for_host")
        return e.kind == ExperimentKind::outside && has_saving(e);
    return advice.rule == "interval_above_one" && is_comparable(e) && advice.path == e.path;
}

// The experiment that leaves least to the advice: of a block's own work its own logic tells more
// than all below it does.
const Experiment* tried_advice_of(const Run& run, const Advice& advice) {
    const Experiment* least = nullptr;
    for (const Experiment& e : run.experiments)
        if (does(e, advice) && (!least || share_of(e) < share_of(*least))) least = &e;
    return least;
}

// Whether the advice is about work inside the design, which saves no more than all of the design
// made faster.
bool is_inside(const Advice& advice) {
    constexpr std::array<std::string_view, 5> kRules = {
        "interval_above_one", "load_imbalance", "fill_and_flush", "contended_lock", "shared_port"};
    return std::find(kRules.begin(), kRules.end(), advice.rule) != kRules.end();
}

// What counters advise saves no more than what was tried of it, and is dropped where that was
// nothing.
void bound_by_experiments(const Run& run, Analysis& analysis) {
    const Experiment* design = design_of(run);
    std::erase_if(analysis.advice, [&](const Advice& advice) {
        const Experiment* e = tried_advice_of(run, advice);
        return (e && *e->saving < kLeastSaving) ||
               (design && is_inside(advice) && *design->saving < kLeastSaving);
    });
    for (Advice& advice : analysis.advice) {
        const Experiment* e = tried_advice_of(run, advice);
        if (!e) continue;
        advice.saving = *e->saving;
        advice.reasoning += "; " + tried_text(*e);
        if (advice.bound) advice.bound = std::min(*advice.bound, share_of(*e));
    }
    order_advice(analysis.advice);
}

// What saved, as the verdict on what it was done to.
Saving saving_of(const Experiment& e) {
    return {e.at_least ? SavingBasis::at_least : SavingBasis::tried, *e.saving, e};
}

void take_over(const Experiment& e, Verdict& b) {
    b.share = share_of(e);
    b.quality = e.at_least ? Quality::estimated : Quality::tried;
    b.saving = saving_of(e);
}

Verdict made_verdict(const std::string& subject, BottleneckKind kind, EvidenceKind evidence) {
    Verdict made;
    made.subject = subject;
    made.kind = kind;
    made.evidence.kind = evidence;
    return made;
}

// All shares add up to at most 1, and what was tried is certain.
void make_room(std::vector<Verdict>& bottlenecks) {
    double tried = 0, others = 0;
    for (const Verdict& b : bottlenecks) (b.quality == Quality::tried ? tried : others) += b.share;
    for (Verdict& b : bottlenecks) {
        if (b.quality == Quality::tried) {
            if (tried > 1) b.share /= tried;
        } else if (tried + others > 1) {
            b.share *= std::max(0.0, 1 - tried) / others;
        }
    }
}

// The experiment that tells of a bottleneck. What won tells of its own block before others do, so
// that no block is listed twice.
const Experiment* telling(const Verdict& b, const Experiment& winner, const Experiments& all) {
    const bool won = can_be_tried(b) && b.subject == winner.path;
    return won ? &winner : experiment_of(b, all);
}

void put_first(const Experiment& winner, const Experiments& all, Analysis& analysis) {
    std::vector<Verdict>& list = analysis.bottlenecks;
    // A group of replicas stands for each of them.
    std::erase_if(list, [&](const Verdict& b) {
        return b.subject != winner.path && folded_path(b.subject) == winner.path;
    });
    bool listed = false;
    for (Verdict& b : list) {
        const Experiment* e = telling(b, winner, all);
        if (!e) continue;
        listed = listed || e == &winner;
        take_over(*e, b);
    }
    if (!listed) {
        list.push_back(
            made_verdict(winner.path, BottleneckKind::compute, EvidenceKind::not_blamed));
        take_over(winner, list.back());
    }
    make_room(list);
    auto is_winner = [&](const Verdict& b) { return telling(b, winner, all) == &winner; };
    std::stable_sort(list.begin(), list.end(), [&](const Verdict& a, const Verdict& b) {
        return std::pair(is_winner(a), a.share) > std::pair(is_winner(b), b.share);
    });
}

// Experiments with single states of a block that saved something.
std::vector<Experiment> states_of(const Run& run, const std::string& path) {
    std::vector<Experiment> states;
    for (const Experiment& e : run.experiments)
        if (e.kind == ExperimentKind::state && e.path == path && has_saving(e) &&
            *e.saving >= kLeastSaving)
            states.push_back(e);
    return states;
}

// What the experiment measured.
std::string done_text(const Run& run, const Experiment& e) {
    if (e.by_beats)
        return fmt::format(
            "An experiment did it: the same beats took {} less time, and all that was compared was "
            "the same. The testbench ends before the work does.",
            percent(*e.saving));
    const std::optional<std::string> work = run.facts.find(kWorkCycles);
    const double cycles =
        work ? std::strtod(work->c_str(), nullptr) : static_cast<double>(run.cycles);
    return fmt::format(
        "An experiment did it: the {} took {} cycles instead of {}, and everything else was the "
        "same.",
        work ? "work" : "run", cycles_text(static_cast<double>(e.cycles)), cycles_text(cycles));
}

Advice advice_of(const Run& run, const Experiment& e) {
    Advice advice;
    advice.rule = e.kind == ExperimentKind::depth    ? "tried_deeper"
                  : e.kind == ExperimentKind::window ? "tried_window"
                                                     : "tried_faster";
    advice.path = e.path;
    advice.sentence = tried_advice(e, states_of(run, e.path));
    advice.saving = *e.saving;
    if (!e.at_least) advice.bound = share_of(e);  // as if it took no time
    advice.reasoning = done_text(run, e);
    advice.quality = e.at_least ? Quality::estimated : Quality::tried;
    return advice;
}

// Says it once: what counters advise about the same block gives way.
void advise_tried(const Run& run, const Experiment& e, Analysis& analysis) {
    std::erase_if(analysis.advice, [&](const Advice& advice) {
        return !is_capacity(e.kind) && advice.rule == "interval_above_one" && advice.path == e.path;
    });
    analysis.advice.insert(analysis.advice.begin(), advice_of(run, e));
}

// The verdict on the run is the one on its worst block, with what settled it.
void settle_on_first(const Saving& saving, Analysis& analysis) {
    analysis.verdict = analysis.bottlenecks.front();
    analysis.verdict.saving = saving;
    analysis.verdict.doubt = {};
}

// What saved most of what was made faster alone.
void blame_winner(const Experiment& winner, const Experiments& all, const Run& run,
                  Analysis& analysis) {
    put_first(winner, all, analysis);
    settle_on_first(saving_of(winner), analysis);
    advise_tried(run, winner, analysis);
}

void blame_pair(const Experiment& pair, Analysis& analysis) {
    analysis.verdict = made_verdict(pair.path, BottleneckKind::compute, EvidenceKind::not_blamed);
    take_over(pair, analysis.verdict);
}

void blame_capacity(const Experiment& room, const Run& run, Analysis& analysis) {
    std::vector<Verdict>& list = analysis.bottlenecks;
    auto known = std::find_if(list.begin(), list.end(),
                              [&](const Verdict& b) { return b.subject == room.path; });
    if (known == list.end())
        known = list.insert(
            list.end(), made_verdict(room.path,
                                     room.kind == ExperimentKind::depth ? BottleneckKind::queue
                                                                        : BottleneckKind::compute,
                                     EvidenceKind::not_blamed));
    take_over(room, *known);
    known->share = *room.saving;
    std::rotate(list.begin(), known, known + 1);
    make_room(list);
    settle_on_first(saving_of(room), analysis);
    advise_tried(run, room, analysis);
}

void blame_queue(Verdict& queue, double saving, const Experiment& winner, Analysis& analysis) {
    std::vector<Verdict>& list = analysis.bottlenecks;
    std::rotate(list.begin(), list.begin() + (&queue - list.data()),
                list.begin() + (&queue - list.data()) + 1);
    settle_on_first({SavingBasis::reckoned, saving, {}, winner}, analysis);
}

// A lock is held for as long as its holders work: `holders` made them faster.
void blame_lock(const Experiment& holders, Analysis& analysis) {
    Verdict& lock = analysis.bottlenecks.front();
    const double share = lock.share;
    take_over(holders, lock);
    lock.share = std::min(share, lock.share);
    make_room(analysis.bottlenecks);
    settle_on_first(saving_of(holders), analysis);
}

// `tried` is the outside, or a design whose speed does not matter. Where nobody has seen an end
// outside, the outside is the top's.
void blame_outside(const Experiment& tried, const Run& run, Analysis& analysis) {
    std::vector<Verdict>& list = analysis.bottlenecks;
    std::stable_sort(list.begin(), list.end(), [](const Verdict& a, const Verdict& b) {
        return is_outside(a) && !is_outside(b);
    });
    if (list.empty() || !is_outside(list.front()))
        list.insert(list.begin(),
                    made_verdict(run.top, BottleneckKind::outside, EvidenceKind::no_end_outside));
    list.front().quality = Quality::tried;
    if (tried.kind == ExperimentKind::outside)
        take_over(tried, list.front());
    else
        list.front().share = std::max(list.front().share, 2 * most_outside(run));
    make_room(list);
    settle_on_first(saving_of(tried), analysis);
}

void blame_whole(const Experiment& whole, const Run& run, Analysis& analysis) {
    if (analysis.bottlenecks.empty())
        analysis.bottlenecks.push_back(
            made_verdict(run.top, BottleneckKind::compute, EvidenceKind::blocks_not_told_apart));
    take_over(whole, analysis.bottlenecks.front());
    make_room(analysis.bottlenecks);
    settle_on_first(saving_of(whole), analysis);
    advise_tried(run, whole, analysis);
}

// Why what was tried settles nothing.
void doubt(DoubtKind kind, const Experiment& tried, Analysis& analysis) {
    analysis.verdict = made_verdict(tried.path, BottleneckKind::compute, EvidenceKind::none);
    analysis.verdict.saving = saving_of(tried);
    analysis.verdict.doubt.kind = kind;
}

void doubt_outside(const Run& run, const Experiment& most, Analysis& analysis) {
    doubt(DoubtKind::outside_untried, most, analysis);
    analysis.verdict.doubt.share = most_outside(run);
}

// Something in it limits it, and that is not what could be tried alone.
void doubt_parts(const Experiment& whole, const Experiment* winner,
                 const std::vector<std::string>& untried, Analysis& analysis) {
    doubt(DoubtKind::parts_untried, whole, analysis);
    analysis.verdict.doubt.names = untried;
    if (!winner) return;
    analysis.verdict.saving->rival = *winner;
    if (winner->at_least) std::erase(analysis.verdict.doubt.names, winner->path);
}

// A lock that counters blame, of which no experiment tells, beside a block that saves something.
void doubt_holders(const Experiment& winner, Analysis& analysis) {
    std::vector<std::string> holders;
    for (const SeenWait& wait : analysis.bottlenecks.front().evidence.waits)
        holders.push_back(wait.path);
    if (holders.empty()) return;
    doubt(DoubtKind::parts_untried, winner, analysis);
    analysis.verdict.doubt.names = std::move(holders);
}

// An experiment with what could not be made as fast as asked, by what it saved even so.
Experiment with_its_bound(const Run& run, const Experiment& e) {
    Experiment made = e;
    made.status = ExperimentStatus::tried;
    made.saving = e.at_least;
    made.cycles = static_cast<std::uint64_t>(
        std::llround(static_cast<double>(run.cycles) * (1 - *made.saving)));
    return made;
}

// The block that was kept from being as fast as asked and still saved more than anything else: as
// fast, it would have saved no less.
std::optional<Experiment> held_winner(const Run& run, const Experiments& all) {
    const Experiment* most = nullptr;
    for (const Experiment& e : run.experiments) {
        const bool whole = e.kind == ExperimentKind::block || e.kind == ExperimentKind::group ||
                           e.kind == ExperimentKind::logic;
        if (whole && e.factor == 2 && e.state.empty() && e.at_least &&
            (!most || *e.at_least > *most->at_least))
            most = &e;
    }
    if (!most || *most->at_least < kLeastSaving) return std::nullopt;
    const Experiment* outside = outside_of(run);
    const double least = kMore * (outside ? *outside->saving : 0.0);
    const bool is_more = std::all_of(
        all.begin(), all.end(), [&](const Experiment* e) { return *most->at_least >= *e->saving; });
    if (!is_more || *most->at_least <= least) return std::nullopt;
    return with_its_bound(run, *most);
}

// The same for the outside.
std::optional<Experiment> held_outside(const Run& run) {
    if (outside_of(run)) return std::nullopt;
    for (const Experiment& e : run.experiments)
        if (e.kind == ExperimentKind::outside && e.factor == 2 && e.at_least)
            return with_its_bound(run, e);
    return std::nullopt;
}

bool has_tried_top(const Run& run) {
    return std::any_of(run.experiments.begin(), run.experiments.end(), [&](const Experiment& e) {
        return e.kind == ExperimentKind::logic && e.path == run.top && has_saving(e);
    });
}

// A top that only joins blocks is not to blame for what they do.
bool settle_whole(const Run& run, const Experiment* winner, Analysis& analysis) {
    const Experiment* whole = whole_of(run, analysis, winner);
    if (!whole) return false;
    const std::vector<std::string> untried = untried_parts(run);
    const bool block = is_a_block(run) && (untried.empty() || has_tried_top(run));
    if (block)
        blame_whole(*whole, run, analysis);
    else if (!untried.empty())
        doubt_parts(*whole, winner, untried, analysis);
    else
        std::erase_if(analysis.bottlenecks,
                      [&](const Verdict& b) { return b.subject == run.top && can_be_tried(b); });
    return block || !untried.empty();
}

void settle_winner(const Run& run, const Experiment& winner, const Experiments& all,
                   Analysis& analysis) {
    const Experiment* holders =
        analysis.bottlenecks.empty() ? nullptr : all_holders(run, analysis.bottlenecks.front());
    if (holders && (*holders->saving > kMore * *winner.saving || are_together(winner, *holders)))
        return blame_lock(*holders, analysis);
    if (leaves_less(run, analysis, winner)) return blame_winner(winner, all, run, analysis);
    if (!holders && outweighs(run, analysis, all, winner)) {
        const Verdict& first = analysis.bottlenecks.front();
        if (are_holders(first, winner)) return blame_lock(winner, analysis);
        if (first.kind == BottleneckKind::lock && *winner.saving >= kLittle)
            doubt_holders(winner, analysis);
        else if (const Experiment* whole = design_of(run); whole && winner.at_least)
            doubt_parts(*whole, &winner, untried_parts(run), analysis);
        return;
    }
    double by_depth = 0;
    if (Verdict* queue = deeper_queue(run, analysis.bottlenecks, winner, by_depth))
        return blame_queue(*queue, by_depth, winner, analysis);
    if (!design_of(run) && !outside_of(run) && is_lone(winner, analysis)) {
        if (!waits_for_outside(winner, analysis)) doubt(DoubtKind::little_saved, winner, analysis);
        return;
    }
    if (may_be_outside(run, winner)) return doubt_outside(run, winner, analysis);
    blame_winner(winner, all, run, analysis);
}

}  // namespace

void settle_by_experiments(const Run& run, Analysis& analysis) {
    Experiments all = comparable(run);
    if (run.experiments.empty() || !analysis.deadlocks.empty()) return;
    const std::optional<Experiment> held = held_winner(run, all);
    if (held) all.push_back(&*held);
    bound_by_experiments(run, analysis);
    const Experiment* winner = winner_of(run, all);
    const Experiment* design = design_of(run);
    const double alone = winner ? *winner->saving : 0.0;
    const std::optional<Experiment> held_outer = held_outside(run);
    const Experiment* outer = held_outer ? &*held_outer : outside_of(run);
    const double outside = outer ? *outer->saving : 0.0;
    const Experiment* room = best_capacity(run);
    if (room && *room->saving > std::max(outside, alone))
        return blame_capacity(*room, run, analysis);
    const bool memory = blames_memory(analysis);
    const Experiment* pair = pair_of(run, all);
    const bool most = outside >= kMostOfTheRun && outside > alone;
    if (outer && !memory && (most || stands_out(*outer, run, all, pair)))
        return blame_outside(*outer, run, analysis);
    if (is_refuted_outside(run, analysis))
        std::erase_if(analysis.bottlenecks,
                      [](const Verdict& b) { return is_outside(b) || b.share < kLittle; });
    if (settle_whole(run, winner, analysis)) return;
    if (pair && alone < kLittle) {
        if (may_be_outside(run, *pair)) return doubt_outside(run, *pair, analysis);
        return blame_pair(*pair, analysis);
    }
    if (winner) return settle_winner(run, *winner, all, analysis);
    // Where the design saves more, something in it does that could not be tried; so may a block
    // that explains far more of the run.
    const double inside = design ? *design->saving : held_outer ? left_inside(run, *outer) : 0;
    if (outer && !memory && outside >= kLeastSaving && outside > inside &&
        !outweighs(run, analysis, all, *outer))
        return blame_outside(*outer, run, analysis);
    if (!outer && design && !memory && *design->saving < kLeastSaving)
        return blame_outside(*design, run, analysis);
    if (const Experiment* first = first_tried(analysis, all))
        doubt(DoubtKind::saves_nothing, *first, analysis);
}

}  // namespace tapestry
