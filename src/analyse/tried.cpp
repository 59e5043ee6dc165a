// SPDX-License-Identifier: Apache-2.0
#include "analyse/tried.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyse/answer.h"
#include "analyse/words.h"
#include "model/replicas.h"

namespace tapestry {

namespace {

using Experiments = std::vector<const Experiment*>;

constexpr double kLeastSaving = 0.01;   // less is no reason to blame anything
constexpr double kLittle = 0.1;         // a saving that leaves most of the run to others
constexpr double kNearlyAll = 0.75;     // of what the whole saves: then the part is the reason
constexpr double kMostOfTheRun = 0.25;  // a saving at twice the speed
constexpr double kTogether = 2;         // a pair saves so many times as much as its blocks alone

// Whatever a rejected experiment measured, it says nothing.
bool has_saving(const Experiment& e) {
    return e.status == ExperimentStatus::tried && e.saving.has_value();
}

bool is_below(const std::string& path, const std::string& ancestor) {
    return path.size() > ancestor.size() && path.starts_with(ancestor) &&
           path[ancestor.size()] == '.';
}

bool is_part_of(const Experiment& part, const Experiment& whole) {
    return is_below(part.path, whole.path) ||
           (whole.kind == "group" && part.kind == "block" && folded_path(part.path) == whole.path);
}

// Experiments with whole blocks at twice their speed, which can be compared with each other.
Experiments comparable(const Run& run) {
    Experiments all;
    for (const Experiment& e : run.experiments) {
        const bool whole = e.kind == "block" || e.kind == "group" || e.kind == "logic";
        if (whole && has_saving(e) && e.factor == 2) all.push_back(&e);
    }
    return all;
}

// What saves most; a part of it that saves nearly as much says more.
const Experiment* winner_of(const Experiments& all) {
    const Experiment* best = nullptr;
    for (const Experiment* e : all)
        if (!best || *e->saving > *best->saving) best = e;
    for (bool found = best != nullptr; found;) {
        found = false;
        for (const Experiment* e : all) {
            if (e == best || !is_part_of(*e, *best) || *e->saving < kNearlyAll * *best->saving)
                continue;
            best = e;
            found = true;
            break;
        }
    }
    return best && *best->saving >= kLeastSaving ? best : nullptr;
}

// Two or three that limit together: each alone lets the others go on limiting.
const Experiment* pair_of(const Run& run, const Experiments& all) {
    const Experiment* best = nullptr;
    for (const Experiment& e : run.experiments) {
        if (e.kind != "pair" || !has_saving(e) || (best && *e.saving <= *best->saving)) continue;
        double alone = 0;
        for (const Experiment* one : all) {
            const bool part = (" " + e.path + " ").find(" " + one->path + " ") != std::string::npos;
            if (part) alone += std::max(0.0, *one->saving);
        }
        if (*e.saving >= kLeastSaving && *e.saving > kTogether * alone) best = &e;
    }
    return best;
}

// The whole design, made as fast as was tried.
const Experiment* design_of(const Run& run) {
    const Experiment* fastest = nullptr;
    for (const Experiment& e : run.experiments) {
        if (e.kind == "design" && has_saving(e) && (!fastest || e.factor > fastest->factor))
            fastest = &e;
    }
    return fastest;
}

bool is_outside(const Bottleneck& b) {
    return b.kind == BottleneckKind::outside || b.kind == BottleneckKind::host;
}

// A queue is deepened and a lock held for a shorter time: neither is what a faster clock does.
bool can_be_tried(const Bottleneck& b) {
    return !is_outside(b) && b.kind != BottleneckKind::queue && b.kind != BottleneckKind::lock;
}

// Whether the top is more than the blocks in it: it has logic of its own, or nothing in it could be
// made faster alone.
bool is_a_block(const Run& run) {
    const auto is_part = [](const Experiment& e) { return e.kind == "block" || e.kind == "group"; };
    return std::none_of(run.experiments.begin(), run.experiments.end(), is_part) ||
           std::any_of(run.experiments.begin(), run.experiments.end(),
                       [&](const Experiment& e) { return e.kind == "logic" && e.path == run.top; });
}

// The blocks directly in the top of which no experiment tells.
std::vector<std::string> untried_parts(const Run& run) {
    std::vector<std::string> parts;
    for (const Experiment& e : run.experiments) {
        const bool part = e.kind == "block" && is_below(e.path, run.top) &&
                          e.path.find('.', run.top.size() + 1) == std::string::npos;
        const bool failed =
            e.status == ExperimentStatus::rejected || e.status == ExperimentStatus::refused;
        if (part && failed) parts.push_back(e.path);
    }
    return parts;
}

// The whole design at twice its speed, when counters blame its own logic or nothing, and no block
// in it saves half as much.
const Experiment* whole_of(const Run& run, const Analysis& analysis, const Experiment* winner) {
    const std::vector<Bottleneck>& list = analysis.bottlenecks;
    if (!list.empty() && (list.front().path != run.top || !can_be_tried(list.front())))
        return nullptr;
    for (const Experiment& e : run.experiments) {
        const bool whole = e.kind == "design" && e.factor == 2 && has_saving(e);
        if (whole && *e.saving >= kLeastSaving &&
            *e.saving > kTogether * (winner ? *winner->saving : 0.0))
            return &e;
    }
    return nullptr;
}

// Whether counters blame the outside, and a faster one would save nothing where a faster design
// saves much.
bool is_refuted_outside(const Run& run, const Analysis& analysis) {
    const auto saving_of = [&](const std::string& kind) {
        for (const Experiment& e : run.experiments)
            if (e.kind == kind && e.factor == 2 && has_saving(e)) return *e.saving;
        return kind == "outside" ? 1.0 : 0.0;
    };
    return !analysis.bottlenecks.empty() && is_outside(analysis.bottlenecks.front()) &&
           saving_of("outside") < kLeastSaving && saving_of("design") >= kLittle;
}

// What an outside of twice the speed would save.
double saved_outside(const Run& run) {
    for (const Experiment& e : run.experiments)
        if (e.kind == "outside" && has_saving(e)) return *e.saving;
    return 0;
}

// The experiment that tells of a bottleneck.
const Experiment* experiment_of(const Bottleneck& b, const Experiments& all) {
    for (const Experiment* e : all)
        if (can_be_tried(b) && (e->path == b.path || folded_path(e->path) == b.path)) return e;
    return nullptr;
}

std::string tried_text(const Experiment& e) {
    return fmt::format("{} times as fast saves {} (tried)", e.factor, percent_text(*e.saving));
}

// What a block of twice the speed saves is half of what its work explains.
double share_of(const Experiment& e) {
    return std::clamp(*e.saving * e.factor / (e.factor - 1), 0.0, 1.0);
}

void take_over(const Experiment& e, Bottleneck& b) {
    b.share = share_of(e);
    b.quality = Quality::tried;
    b.evidence =
        fmt::format("{}; {}",
                    e.factor == 2 ? "Twice as fast saves " + percent_text(*e.saving) + " (tried)"
                                  : tried_text(e),
                    b.evidence);
}

// All shares add up to at most 1, and what was tried is certain.
void make_room(std::vector<Bottleneck>& bottlenecks) {
    double tried = 0, others = 0;
    for (const Bottleneck& b : bottlenecks)
        (b.quality == Quality::tried ? tried : others) += b.share;
    for (Bottleneck& b : bottlenecks) {
        if (b.quality == Quality::tried) {
            if (tried > 1) b.share /= tried;
        } else if (tried + others > 1) {
            b.share *= std::max(0.0, 1 - tried) / others;
        }
    }
}

void put_first(const Experiment& winner, const Experiments& all, Analysis& analysis) {
    std::vector<Bottleneck>& list = analysis.bottlenecks;
    bool listed = false;
    for (Bottleneck& b : list) {
        const Experiment* e = experiment_of(b, all);
        if (!e) continue;
        listed = listed || e == &winner;
        take_over(*e, b);
    }
    if (!listed) {
        Bottleneck made;
        made.path = winner.path;
        made.evidence = "no counter had blamed it";
        take_over(winner, made);
        list.push_back(std::move(made));
    }
    make_room(list);
    auto is_winner = [&](const Bottleneck& b) { return experiment_of(b, all) == &winner; };
    std::stable_sort(list.begin(), list.end(), [&](const Bottleneck& a, const Bottleneck& b) {
        return std::pair(is_winner(a), a.share) > std::pair(is_winner(b), b.share);
    });
}

std::string subject_of(const Bottleneck& b) {
    switch (b.kind) {
        case BottleneckKind::bus:
            return fmt::format("The bus limits this design, at {}", b.path);
        case BottleneckKind::memory:
            return fmt::format("Memory limits this design, at {}", b.path);
        default:
            return fmt::format("{} {} this design", b.path,
                               b.path.find('*') == std::string::npos ? "limits" : "limit");
    }
}

std::string states_text(const Run& run, const std::string& path) {
    std::string text;
    for (const Experiment& e : run.experiments) {
        if (e.kind != "state" || e.path != path || !has_saving(e) || *e.saving < kLeastSaving)
            continue;
        text += fmt::format("{}{} {}", text.empty() ? " Of its states, " : ", ", e.state,
                            percent_text(*e.saving));
    }
    return text.empty() ? text : text + ".";
}

std::string reasoning_of(const Run& run, const Experiment& e) {
    return fmt::format(
        "An experiment did it: the run took {} cycles instead of {}, and everything else was the "
        "same.",
        cycles_text(static_cast<double>(e.cycles)), cycles_text(static_cast<double>(run.cycles)));
}

Advice advice_of(const Run& run, const Experiment& e) {
    Advice advice;
    advice.rule = "tried_faster";
    advice.path = e.path;
    advice.sentence = fmt::format("Make {} faster: twice as fast would save {}.{}", e.path,
                                  percent_text(*e.saving), states_text(run, e.path));
    advice.bound = share_of(e);  // as if it took no time
    advice.reasoning = reasoning_of(run, e);
    advice.quality = Quality::tried;
    return advice;
}

bool is_room(const Experiment& e) { return e.kind == "depth" || e.kind == "window"; }

// What saves most by more room.
const Experiment* best_room(const Run& run) {
    const Experiment* best = nullptr;
    for (const Experiment& e : run.experiments)
        if (is_room(e) && has_saving(e) && (!best || *e.saving > *best->saving)) best = &e;
    return best && *best->saving >= kLeastSaving ? best : nullptr;
}

// Whether the queue got more room in an experiment, so that nobody has to guess what that brings.
bool has_been_enlarged(const Run& run, const std::string& path) {
    return std::any_of(run.experiments.begin(), run.experiments.end(), [&](const Experiment& e) {
        return is_room(e) && has_saving(e) &&
               (path == e.path || folded_path(path) == e.path || is_below(path, e.path));
    });
}

void blame_room(const Experiment& room, const Run& run, Analysis& analysis) {
    const bool queue = room.kind == "depth";
    std::vector<Bottleneck>& list = analysis.bottlenecks;
    auto known = std::find_if(list.begin(), list.end(),
                              [&](const Bottleneck& b) { return b.path == room.path; });
    if (known == list.end()) {
        Bottleneck made;
        made.path = room.path;
        made.kind = queue ? BottleneckKind::queue : BottleneckKind::compute;
        made.evidence = "no counter had blamed it";
        known = list.insert(list.end(), std::move(made));
    }
    known->share = *room.saving;
    known->quality = Quality::tried;
    known->evidence = fmt::format("{} saves {} (tried); {}", room.reason,
                                  percent_text(*room.saving), known->evidence);
    std::rotate(list.begin(), known, known + 1);
    make_room(list);
    analysis.answer =
        fmt::format("{} {} this design: {} With {} it would save {} (tried).", room.path,
                    room.path.find('*') == std::string::npos ? "limits" : "limit",
                    queue ? "it is too shallow." : "too little may be under way at once.",
                    room.reason, percent_text(*room.saving));
    Advice advice;
    advice.rule = queue ? "tried_deeper" : "tried_window";
    advice.path = room.path;
    advice.sentence = fmt::format("Give {} more room: {} would save {}.", room.path, room.reason,
                                  percent_text(*room.saving));
    advice.bound = share_of(room);
    advice.reasoning = reasoning_of(run, room);
    advice.quality = Quality::tried;
    analysis.advice.insert(analysis.advice.begin(), std::move(advice));
}

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

// Where nobody has seen an end outside, the outside is the top's.
void blame_outside(const Experiment& design, double share, const std::string& top,
                   Analysis& analysis) {
    std::vector<Bottleneck>& list = analysis.bottlenecks;
    std::stable_sort(list.begin(), list.end(), [](const Bottleneck& a, const Bottleneck& b) {
        return is_outside(a) && !is_outside(b);
    });
    const bool known = !list.empty() && is_outside(list.front());
    if (!known) {
        Bottleneck made;
        made.path = top;
        made.kind = BottleneckKind::outside;
        made.evidence = "No end of a channel outside is seen";
        list.insert(list.begin(), std::move(made));
    }
    analysis.answer = fmt::format(
        "The outside limits this design{}: a design {} times as fast would save {} (tried).",
        known ? ", at " + list.front().path : "", design.factor,
        percent_text(std::max(0.0, *design.saving)));
    list.front().quality = Quality::tried;
    list.front().share = std::max(list.front().share, share);
    make_room(list);
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

void blame_queue(Bottleneck& queue, double saving, const Experiment& winner, Analysis& analysis) {
    analysis.answer = fmt::format(
        "{} limits this design: it is too shallow. Deep enough, it would save about {}; {} twice "
        "as "
        "fast would save {} (tried).",
        queue.path, percent_text(saving), winner.path, percent_text(*winner.saving));
    std::vector<Bottleneck>& list = analysis.bottlenecks;
    std::rotate(list.begin(), list.begin() + (&queue - list.data()),
                list.begin() + (&queue - list.data()) + 1);
}

// Little that one block saves is all that is known when the whole could not be tried, and counters
// blame another.
bool is_lone(const Experiment& winner, const Analysis& analysis) {
    return *winner.saving < kLittle &&
           (analysis.bottlenecks.empty() || analysis.bottlenecks.front().path != winner.path);
}

void doubt(const Experiment& winner, Analysis& analysis) {
    analysis.answer = fmt::format(
        "Cannot tell what limits this design: {} twice as fast would save {} (tried), nothing else "
        "that was tried saves more, and the whole could not be tried.",
        winner.path, percent_text(*winner.saving));
}

void blame_whole(const Experiment& whole, const Run& run, Analysis& analysis) {
    if (analysis.bottlenecks.empty()) {
        Bottleneck made;
        made.path = run.top;
        made.evidence = "no counter tells its blocks apart";
        analysis.bottlenecks.push_back(std::move(made));
    }
    take_over(whole, analysis.bottlenecks.front());
    make_room(analysis.bottlenecks);
    analysis.answer =
        fmt::format("{}: all of it twice as fast would save {} (tried).",
                    subject_of(analysis.bottlenecks.front()), percent_text(*whole.saving));
    analysis.advice.insert(analysis.advice.begin(), advice_of(run, whole));
}

// Something in it limits it, and that is not what could be tried alone.
void doubt_parts(const Experiment& whole, const Experiment* winner,
                 const std::vector<std::string>& untried, Analysis& analysis) {
    analysis.answer = fmt::format(
        "Cannot tell what limits this design: all of it twice as fast would save {}{} (tried), and "
        "{} could not be tried alone.",
        percent_text(*whole.saving),
        winner ? fmt::format(", {} {}", winner->path, percent_text(*winner->saving)) : "",
        fmt::join(untried, ", "));
}

// The experiment with what counters blame first.
const Experiment* first_tried(const Analysis& analysis, const Experiments& all) {
    return analysis.bottlenecks.empty() ? nullptr
                                        : experiment_of(analysis.bottlenecks.front(), all);
}

}  // namespace

void settle_by_experiments(const Run& run, Analysis& analysis) {
    const Experiments all = comparable(run);
    if (run.experiments.empty() || !analysis.deadlocks.empty()) return;
    const Experiment* winner = winner_of(all);
    const Experiment* design = design_of(run);
    const double outside = saved_outside(run);
    // A memory outside is blamed as that. What explains less than half of the run does not
    // overrule.
    const bool memory = !analysis.bottlenecks.empty() &&
                        (analysis.bottlenecks.front().kind == BottleneckKind::memory ||
                         analysis.bottlenecks.front().kind == BottleneckKind::bus);
    const Experiment* room = best_room(run);
    if (room && *room->saving > std::max(outside, winner ? *winner->saving : 0.0))
        return blame_room(*room, run, analysis);
    if (design && !memory && outside >= kMostOfTheRun && outside > (winner ? *winner->saving : 0.0))
        return blame_outside(*design, 2 * outside, run.top, analysis);
    if (is_refuted_outside(run, analysis))
        std::erase_if(analysis.bottlenecks,
                      [](const Bottleneck& b) { return is_outside(b) || b.share < kLittle; });
    if (const Experiment* whole = whole_of(run, analysis, winner)) {
        if (is_a_block(run)) return blame_whole(*whole, run, analysis);
        const std::vector<std::string> untried = untried_parts(run);
        if (!untried.empty()) return doubt_parts(*whole, winner, untried, analysis);
        std::erase_if(analysis.bottlenecks,
                      [&](const Bottleneck& b) { return b.path == run.top && can_be_tried(b); });
    }
    if (winner) {
        if (outweighs(run, analysis, all, *winner)) return;
        double by_depth = 0;
        if (Bottleneck* queue = deeper_queue(run, analysis.bottlenecks, *winner, by_depth))
            return blame_queue(*queue, by_depth, *winner, analysis);
        if (!design && is_lone(*winner, analysis)) return doubt(*winner, analysis);
        put_first(*winner, all, analysis);
        analysis.answer =
            fmt::format("{}: twice as fast would save {} (tried).",
                        subject_of(analysis.bottlenecks.front()), percent_text(*winner->saving));
        std::erase_if(analysis.advice, [&](const Advice& advice) {
            return advice.rule == "interval_above_one" && advice.path == winner->path;
        });
        analysis.advice.insert(analysis.advice.begin(), advice_of(run, *winner));
        return;
    }
    const Experiment* pair = pair_of(run, all);
    if (pair)
        analysis.answer = fmt::format(
            "{} limit this design together: {} twice as fast would save {} (tried).", pair->path,
            std::count(pair->path.begin(), pair->path.end(), '+') > 1 ? "all" : "both",
            percent_text(*pair->saving));
    else if (design && !memory && *design->saving < kLeastSaving)
        blame_outside(*design, 2 * outside, run.top, analysis);
    else if (const Experiment* first = first_tried(analysis, all))
        analysis.answer = fmt::format(
            "Cannot tell what limits this design: counters blame {}, but twice as fast it would "
            "save "
            "{} (tried).",
            first->path, percent_text(std::max(0.0, *first->saving)));
}

}  // namespace tapestry
