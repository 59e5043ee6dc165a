// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/tried_blame.h"

#include <fmt/format.h>

#include <algorithm>

#include "explain/counters/words.h"

namespace tapestry {

namespace {

std::string tried_text(const Experiment& e) {
    return fmt::format("{} times as fast saves {} (tried)", e.factor, percent_text(*e.saving));
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
            return fmt::format("{} {} this design", block_text(b.path),
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

// Says it once: what counters advise about the same block gives way.
void advise(const Run& run, const Experiment& e, Analysis& analysis) {
    std::erase_if(analysis.advice, [&](const Advice& advice) {
        return advice.rule == "interval_above_one" && advice.path == e.path;
    });
    analysis.advice.insert(analysis.advice.begin(), advice_of(run, e));
}

}  // namespace

void blame_winner(const Experiment& winner, const Experiments& all, const Run& run,
                  Analysis& analysis) {
    put_first(winner, all, analysis);
    analysis.answer =
        fmt::format("{}: twice as fast would save {} (tried).",
                    subject_of(analysis.bottlenecks.front()), percent_text(*winner.saving));
    advise(run, winner, analysis);
}

void blame_pair(const Experiment& pair, Analysis& analysis) {
    analysis.answer = fmt::format(
        "{} limit this design together: {} twice as fast would save {} (tried).", pair.path,
        std::count(pair.path.begin(), pair.path.end(), '+') > 1 ? "all" : "both",
        percent_text(*pair.saving));
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

void blame_lock(Bottleneck& lock, const Experiment& holders, Analysis& analysis) {
    const bool several = holders.path.find('*') != std::string::npos;
    const std::string who =
        fmt::format("{}, which {} it, twice as fast", holders.path, several ? "hold" : "holds");
    const std::string saving = percent_text(*holders.saving);
    lock.share = std::min(lock.share, share_of(holders));
    lock.quality = Quality::tried;
    lock.evidence = fmt::format("{} would save {} (tried); {}", who, saving, lock.evidence);
    analysis.answer = fmt::format("The lock {} limits this design: {} would save {} (tried).",
                                  lock.path, who, saving);
    make_room(analysis.bottlenecks);
}

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
    advise(run, whole, analysis);
}

void doubt(const Experiment& winner, Analysis& analysis) {
    analysis.answer = fmt::format(
        "Cannot tell what limits this design: {} twice as fast would save {} (tried), nothing else "
        "that was tried saves more, and the whole could not be tried.",
        winner.path, percent_text(*winner.saving));
}

void doubt_parts(const Experiment& whole, const Experiment* winner,
                 const std::vector<std::string>& untried, Analysis& analysis) {
    analysis.answer = fmt::format(
        "Cannot tell what limits this design: all of it twice as fast would save {}{} (tried), and "
        "{} could not be tried alone.",
        percent_text(*whole.saving),
        winner ? fmt::format(", {} {}", winner->path, percent_text(*winner->saving)) : "",
        fmt::join(untried, ", "));
}

void doubt_counters(const Experiment& first, Analysis& analysis) {
    analysis.answer = fmt::format(
        "Cannot tell what limits this design: counters blame {}, but twice as fast it would save "
        "{} (tried).",
        first.path, percent_text(std::max(0.0, *first.saving)));
}

}  // namespace tapestry
