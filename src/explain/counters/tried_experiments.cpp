// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/tried_experiments.h"

#include <algorithm>

#include "base/path_name.h"
#include "model/replicas.h"

namespace tapestry {

namespace {

constexpr double kTogether = 2;  // a pair saves so many times as much as its blocks alone

bool is_part_of(const Experiment& part, const Experiment& whole) {
    return is_below(part.path, whole.path) ||
           (whole.kind == ExperimentKind::group && part.kind == ExperimentKind::block &&
            folded_path(part.path) == whole.path);
}

}  // namespace

bool has_saving(const Experiment& e) {
    return e.status == ExperimentStatus::tried && e.saving.has_value();
}

bool is_comparable(const Experiment& e) {
    const bool whole = e.kind == ExperimentKind::block || e.kind == ExperimentKind::group ||
                       e.kind == ExperimentKind::logic;
    return whole && has_saving(e) && e.factor == 2;
}

Experiments comparable(const Run& run) {
    Experiments all;
    for (const Experiment& e : run.experiments)
        if (is_comparable(e)) all.push_back(&e);
    return all;
}

namespace {

constexpr double kNoMore = 1.1;       // times what all save together
constexpr double kMostOfParts = 1.2;  // times what they save on average

// Replicas that work one after the other save as much together as each for itself: then none of
// them waits for another to become faster, and the one that saves most is the reason, if it stands
// out. Those that share what there is to do save more each for itself: a faster one takes from the
// others.
bool is_sum_of_parts(const Experiment& group, const Experiments& all) {
    double sum = 0, most = 0, parts = 0;
    for (const Experiment* e : all) {
        if (e == &group || !is_part_of(*e, group)) continue;
        sum += std::max(0.0, *e->saving);
        most = std::max(most, *e->saving);
        ++parts;
    }
    return group.kind == ExperimentKind::group && sum >= kNearlyAll * *group.saving &&
           sum <= kNoMore * *group.saving && most * parts > kMostOfParts * sum;
}

// The cycles in which calls of a block start: they cross its edge, so its experiment keeps them,
// while that of the block around it halves them.
double crossing_of(const Run& run, const std::string& block) {
    double calls = 0;
    for (const TapNumbers& n : run.taps)
        if (n.tap.kind() == TapKind::call && n.tap.path == block)
            calls += static_cast<double>(n.number("invocations"));
    return run.cycles > 0 ? calls / static_cast<double>(run.cycles) : 0;
}

}  // namespace

const Experiment* winner_of(const Run& run, const Experiments& all) {
    const Experiment* best = nullptr;
    for (const Experiment* e : all)
        if ((!best || *e->saving > *best->saving) && !is_sum_of_parts(*e, all)) best = e;
    for (bool found = best != nullptr; found;) {
        found = false;
        for (const Experiment* e : all) {
            const double saving = *e->saving + crossing_of(run, e->path);
            if (e == best || !is_part_of(*e, *best) || saving < kNearlyAll * *best->saving)
                continue;
            best = e;
            found = true;
            break;
        }
    }
    return best && *best->saving >= kLeastSaving ? best : nullptr;
}

const Experiment* pair_of(const Run& run, const Experiments& all) {
    const Experiment* best = nullptr;
    for (const Experiment& e : run.experiments) {
        if (e.kind != ExperimentKind::pair || !has_saving(e) ||
            (best && *e.saving <= *best->saving))
            continue;
        double alone = 0;
        for (const Experiment* one : all) {
            const bool part = std::find(e.parts.begin(), e.parts.end(), one->path) != e.parts.end();
            if (part) alone += std::max(0.0, *one->saving);
        }
        if (*e.saving >= kLeastSaving && *e.saving > kTogether * alone) best = &e;
    }
    return best;
}

const Experiment* design_of(const Run& run) {
    const Experiment* fastest = nullptr;
    for (const Experiment& e : run.experiments) {
        if (e.kind == ExperimentKind::design && has_saving(e) &&
            (!fastest || e.factor > fastest->factor))
            fastest = &e;
    }
    return fastest;
}

bool is_outside(const Verdict& b) {
    return b.kind == BottleneckKind::outside || b.kind == BottleneckKind::host;
}

bool can_be_tried(const Verdict& b) {
    return !is_outside(b) && b.kind != BottleneckKind::queue && b.kind != BottleneckKind::lock;
}

bool is_a_block(const Run& run) {
    const auto is_part = [](const Experiment& e) {
        return e.kind == ExperimentKind::block || e.kind == ExperimentKind::group;
    };
    return std::none_of(run.experiments.begin(), run.experiments.end(), is_part) ||
           std::any_of(run.experiments.begin(), run.experiments.end(), [&](const Experiment& e) {
               return e.kind == ExperimentKind::logic && e.path == run.top;
           });
}

std::vector<std::string> untried_parts(const Run& run) {
    std::vector<std::string> parts;
    for (const Experiment& e : run.experiments) {
        const bool part = e.kind == ExperimentKind::block && parent_path(e.path) == run.top;
        const bool failed =
            e.status == ExperimentStatus::rejected || e.status == ExperimentStatus::refused;
        if (part && failed) parts.push_back(e.path);
    }
    return parts;
}

const Experiment* whole_of(const Run& run, const Analysis& analysis, const Experiment* winner) {
    const std::vector<Verdict>& list = analysis.bottlenecks;
    if (!list.empty() && (list.front().subject != run.top || !can_be_tried(list.front())))
        return nullptr;
    // Blocks that work one after the other save as much together as each for itself: then the one
    // that saves most is the reason, as little as that may be of the whole.
    double parts = 0;
    for (const Experiment& e : run.experiments)
        if (e.kind == ExperimentKind::block && e.factor == 2 && has_saving(e) &&
            parent_path(e.path) == run.top)
            parts += std::max(0.0, *e.saving);
    for (const Experiment& e : run.experiments) {
        if (has_saving(e) && parts >= kNearlyAll * *e.saving) continue;
        const bool whole = e.kind == ExperimentKind::design && e.factor == 2 && has_saving(e);
        if (whole && *e.saving >= kLeastSaving &&
            *e.saving > kTogether * (winner ? *winner->saving : 0.0))
            return &e;
    }
    return nullptr;
}

const Experiment* outside_of(const Run& run) {
    for (const Experiment& e : run.experiments)
        if (e.kind == ExperimentKind::outside && has_saving(e)) return &e;
    return nullptr;
}

// With w the design's part of that path, in cycles, and T those of the run, a design twice as fast
// leaves T - w/2 or more, and an outside twice as fast w + (T - w)/2 or more.
double most_outside(const Run& run) {
    if (const Experiment* outside = outside_of(run)) return *outside->saving;
    for (const Experiment& e : run.experiments)
        if (e.kind == ExperimentKind::design && e.factor == 2 && has_saving(e))
            return std::clamp(0.5 - *e.saving, 0.0, 0.5);
    return 0.5;
}

bool is_refuted_outside(const Run& run, const Analysis& analysis) {
    const Experiment* design = design_of(run);
    return !analysis.bottlenecks.empty() && is_outside(analysis.bottlenecks.front()) && design &&
           *design->saving >= kLittle && most_outside(run) < kLeastSaving;
}

const Experiment* experiment_of(const Verdict& b, const Experiments& all) {
    for (const Experiment* e : all)
        if (can_be_tried(b) && (e->path == b.subject || folded_path(e->path) == b.subject))
            return e;
    return nullptr;
}

double share_of(const Experiment& e) {
    return std::clamp(*e.saving * e.factor / (e.factor - 1), 0.0, 1.0);
}

const Experiment* best_capacity(const Run& run) {
    const Experiment* best = nullptr;
    for (const Experiment& e : run.experiments)
        if (is_capacity(e.kind) && has_saving(e) && (!best || *e.saving > *best->saving)) best = &e;
    return best && *best->saving >= kLeastSaving ? best : nullptr;
}

bool has_been_enlarged(const Run& run, const std::string& path) {
    return std::any_of(run.experiments.begin(), run.experiments.end(), [&](const Experiment& e) {
        return is_capacity(e.kind) && has_saving(e) &&
               (path == e.path || folded_path(path) == e.path || is_below(path, e.path));
    });
}

}  // namespace tapestry
