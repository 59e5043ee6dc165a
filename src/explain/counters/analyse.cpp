// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/analyse.h"

#include "explain/counters/advice.h"
#include "explain/counters/block_times.h"
#include "explain/counters/counter_verdict.h"
#include "explain/counters/deadlock.h"
#include "explain/counters/markov.h"
#include "explain/counters/reasons.h"
#include "explain/counters/root_cause.h"
#include "explain/counters/summaries.h"
#include "explain/counters/tried.h"

namespace tapestry {

namespace {

std::vector<MachineAnalysis> machines_of(const Run& run, const StateCategories& categories) {
    std::vector<MachineAnalysis> machines(run.taps.size());
    for (std::size_t i = 0; i < run.taps.size(); ++i) {
        const TapNumbers& n = run.taps[i];
        if (!categories[i].empty()) machines[i] = {categories[i], markov_of(n), loops_of(n)};
    }
    return machines;
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
    if (end) analysis.work = {static_cast<std::uint64_t>(end->cycles), end->exact};
    const Periods periods(run, end);
    const Load load = load_of(network, run, periods.whole());
    analysis.groups = groups_of(analysis.blocks);
    analysis.levels =
        levels_of(analysis.blocks, run.places.empty() ? places_of_device(run) : run.places);
    const RootCause cause = root_cause(run, network, load, periods);
    analysis.bottlenecks = cause.bottlenecks;
    analysis.frame_bottlenecks = cause.frames;
    Ending ending = ending_of(run, network, whole);
    analysis.end_state = ending.state;
    analysis.deadlocks = std::move(ending.waits);
    analysis.advice = advise({run, network, load, analysis});
    analysis.verdict = verdict_of_counters({run, network, analysis, cause, load});
    analysis.seen = seen_part(run, network);
    if (!analysis.deadlocks.empty()) analysis.work = {};  // it has not ended
    if (is_empty(run)) {
        analysis.bottlenecks.clear();
        analysis.frame_bottlenecks.clear();
        analysis.deadlocks.clear();
        analysis.advice.clear();
    } else {
        settle_by_experiments(run, analysis);
        keep_reasons(run, analysis);
    }
    return analysis;
}

}  // namespace tapestry
