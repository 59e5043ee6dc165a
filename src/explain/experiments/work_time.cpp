// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/work_time.h"

#include <algorithm>

namespace tapestry {

namespace {

constexpr double kLate = 0.03;            // of the run; a few cycles follow the work of any run
constexpr double kLeastLate = 32;         // cycles
constexpr std::uint64_t kLeastBeats = 4;  // that a rate is read from

const StepSite* top_site(const StepPlan& plan) {
    const auto at = std::find_if(plan.sites.begin(), plan.sites.end(),
                                 [&](const StepSite& site) { return site.module == plan.top; });
    return at == plan.sites.end() ? nullptr : &*at;
}

double share_of(const BeatReport& beats, const StepReport& step, Edges edges) {
    const bool all = edges == Edges::all;
    const std::uint64_t whole = all ? step.edges : step.taken();
    const std::uint64_t last = all ? beats.last_time : beats.last_edge;
    return whole == 0 ? 0 : static_cast<double>(last) / static_cast<double>(whole);
}

}  // namespace

double work_share(const StepPlan& plan, const StepReports& reports, Edges edges) {
    const StepSite* site = top_site(plan);
    double beats = 0, results = 0, shows = 0;
    for (const auto& [path, step] : reports) {
        if (!site || step.module != plan.top || is_own_step(path)) continue;
        for (std::size_t i = 0; i < std::min(site->fires.size(), step.fires.size()); ++i) {
            const double last = share_of(step.fires[i], step, edges);
            beats = std::max(beats, last);
            if (sees_beats(*site, path, site->fires[i]) && site->fires[i].leaves)
                results = std::max(results, last);
        }
        shows = std::max(shows, share_of(step.shows, step, edges));
    }
    // An output that is no result may count or blink for ever.
    const double share = results > 0 ? beats : std::max(beats, shows);
    return share > 0 ? std::min(share, 1.0) : 1;
}

bool ends_late(double work_share, double cycles) {
    return (1 - work_share) * cycles > std::max(kLeastLate, kLate * cycles);
}

bool outputs_rest(const StepPlan& plan, const StepReports& reports) {
    return std::none_of(reports.begin(), reports.end(), [&](const auto& report) {
        const auto& [path, step] = report;
        return step.module == plan.top && !is_own_step(path) && step.shows.beats > 0 &&
               step.taken() - step.shows.last_edge <= step.shows.pause;
    });
}

std::pair<const BeatMark*, const BeatMark*> common_mark(const BeatReport& plain,
                                                        const BeatReport& trial) {
    const std::size_t common = std::min(plain.marks.size(), trial.marks.size());
    if (common == 0) return {nullptr, nullptr};
    return {&plain.marks[common - 1], &trial.marks[common - 1]};
}

std::vector<EdgeBeats> edge_beats(const StepPlan& plan, const StepReports& plain,
                                  const StepReports& trial) {
    const StepSite* site = top_site(plan);
    std::vector<EdgeBeats> beats, shows;
    for (const auto& [path, was] : plain) {
        const auto is = trial.find(path);
        if (!site || was.module != plan.top || is == trial.end() || is_own_step(path)) continue;
        const std::size_t fires = std::min(was.fires.size(), is->second.fires.size());
        for (std::size_t i = 0; i < std::min(site->fires.size(), fires); ++i) {
            const StepFire& fire = site->fires[i];
            if (sees_beats(*site, path, fire) && was.fires[i].beats > 0)
                beats.push_back({fire.name, &was.fires[i], &is->second.fires[i], fire.leaves});
        }
        if (was.shows.beats > 0) shows.push_back({kOutputs, &was.shows, &is->second.shows, true});
    }
    std::stable_sort(beats.begin(), beats.end(),
                     [](const EdgeBeats& a, const EdgeBeats& b) { return a.leaves > b.leaves; });
    return beats.empty() ? shows : beats;
}

SameBeats same_beats(const StepPlan& plan, const StepReports& plain, const StepReports& trial) {
    SameBeats best;
    bool best_leaves = false;
    for (const EdgeBeats& edge : edge_beats(plan, plain, trial)) {
        const auto [a, b] = common_mark(*edge.was, *edge.is);
        if (!a || a->beat < kLeastBeats) continue;
        if (std::pair(edge.leaves, a->beat) <= std::pair(best_leaves, best.beats)) continue;
        best_leaves = edge.leaves;
        best = {edge.name, a->beat, static_cast<double>(a->edge), static_cast<double>(b->edge),
                edge.leaves};
    }
    return best;
}

}  // namespace tapestry
