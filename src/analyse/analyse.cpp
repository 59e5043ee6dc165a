// SPDX-License-Identifier: Apache-2.0
#include "analyse/analyse.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyse/advice.h"
#include "analyse/block_times.h"
#include "analyse/deadlock.h"
#include "analyse/markov.h"
#include "analyse/root_cause.h"
#include "analyse/summaries.h"
#include "analyse/tried.h"
#include "analyse/words.h"

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

// A run that ended before it began, or never left reset, says nothing of the design.
bool is_empty(const Run& run) {
    return std::all_of(run.taps.begin(), run.taps.end(),
                       [](const TapNumbers& tap) { return tap.observed_cycles == 0; });
}

std::string answer_of_empty(const Run& run) {
    const bool reset = std::any_of(run.taps.begin(), run.taps.end(),
                                   [](const TapNumbers& tap) { return tap.reset_cycles > 0; });
    return fmt::format("This run tells nothing: {}.",
                       reset ? "the design was in reset until its end"
                             : "it ended before the first edge of a clock");
}

std::string answer_of(const Analysis& analysis) {
    if (!analysis.deadlocks.empty()) {
        const DeadlockStep& first = analysis.deadlocks.front();
        if (analysis.end_state == EndState::livelock)
            return fmt::format("Livelock: {} {}, though work is waiting.", first.path,
                               first.reason);
        return fmt::format("Deadlock: {} {}, and what it waits for waits for it.", first.path,
                           first.reason);
    }
    if (analysis.bottlenecks.empty())
        return "Nothing that was measured limits this run: no block worked or waited.";
    const Bottleneck& worst = analysis.bottlenecks.front();
    const char* what = "{} limits this design: its work explains {} of the run.";
    switch (worst.kind) {
        case BottleneckKind::compute:
            break;
        case BottleneckKind::queue:
            what = "{} limits this design: it is too shallow, which explains {} of the run.";
            break;
        case BottleneckKind::bus:
            what = "The bus limits this design, at {}: it explains {} of the run.";
            break;
        case BottleneckKind::memory:
            what = "Memory limits this design, at {}: it explains {} of the run.";
            break;
        case BottleneckKind::lock:
            what = "The lock {} limits this design: holding it explains {} of the run.";
            break;
        case BottleneckKind::host:
        case BottleneckKind::outside:
            what = "The outside limits this design, at {}: it explains {} of the run.";
            break;
    }
    return fmt::format(fmt::runtime(what), worst.path, percent_text(worst.share));
}

}  // namespace

// Each step reads what the ones before it found.
Analysis analyse(const Run& run) {
    Analysis analysis;
    const StateCategories categories = categories_of(run);
    analysis.machines = machines_of(run, categories);
    const Network network = network_of(run, categories);
    const Periods periods(run);
    const Load load = load_of(network, run, periods.whole());
    analysis.blocks = block_times(run, analysis.machines, network, load);
    analysis.groups = groups_of(analysis.blocks);
    analysis.levels =
        levels_of(analysis.blocks, run.places.empty() ? places_of_device(run) : run.places);
    RootCause cause = root_cause(run, network, load, periods);
    analysis.bottlenecks = std::move(cause.bottlenecks);
    analysis.frame_bottlenecks = std::move(cause.frames);
    Ending ending = ending_of(run, network, periods);
    analysis.end_state = ending.state;
    analysis.deadlocks = std::move(ending.waits);
    analysis.advice = advise({run, network, load, analysis});
    analysis.answer = answer_of(analysis);
    settle_by_experiments(run, analysis);
    if (is_empty(run)) {
        analysis.bottlenecks.clear();
        analysis.frame_bottlenecks.clear();
        analysis.deadlocks.clear();
        analysis.advice.clear();
        analysis.answer = answer_of_empty(run);
    }
    return analysis;
}

}  // namespace tapestry
