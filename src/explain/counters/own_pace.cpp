// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/own_pace.h"

#include <algorithm>

#include "explain/counters/tried_experiments.h"

namespace tapestry {

namespace {

constexpr double kRefused = 0.01;  // of the cycles, in which the design keeps input waiting

// Whether the design lets what is offered to it wait: then it may take more of it if it is faster.
bool refuses_input(const TapNumbers& n) {
    return n.tap.is(TapKind::stream) && n.tap.ends().producer.empty() &&
           static_cast<double>(n.number("blocked_cycles")) >
               kRefused * static_cast<double>(n.observed_cycles);
}

bool saves(const Experiment& e) {
    return e.kind != ExperimentKind::outside && has_saving(e) && *e.saving >= kLeastSaving;
}

// Whether something else is known of the run that counts for more.
bool is_told_otherwise(const Analysis& analysis) {
    const DoubtKind kind = analysis.verdict.doubt.kind;
    return !analysis.deadlocks.empty() || analysis.end_state == EndState::livelock ||
           kind == DoubtKind::testbench_error || kind == DoubtKind::may_be_stuck ||
           kind == DoubtKind::nothing_recorded || kind == DoubtKind::always_in_reset ||
           kind == DoubtKind::no_clock_edge;
}

Verdict own_pace_of(const Run& run) {
    Verdict v;
    v.subject = run.top;
    v.kind = BottleneckKind::outside;
    v.share = 1;
    v.quality = Quality::estimated;
    v.evidence.said =
        "its testbench drives it at a pace of its own, and no output decides when it drives or "
        "ends, so nothing inside saves a cycle";
    return v;
}

}  // namespace

void blame_own_pace(const Run& run, Analysis& analysis) {
    const std::vector<TapNumbers>& taps = run.taps;
    if (!run.facts.find(kOpenLoop) || run.partial || is_told_otherwise(analysis) ||
        std::any_of(taps.begin(), taps.end(), refuses_input) ||
        std::any_of(run.experiments.begin(), run.experiments.end(), saves))
        return;
    analysis.verdict = own_pace_of(run);
    analysis.bottlenecks = {analysis.verdict};
    std::erase_if(analysis.advice,
                  [](const Advice& advice) { return advice.saving || advice.bound; });
}

}  // namespace tapestry
