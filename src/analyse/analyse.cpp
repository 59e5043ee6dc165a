// SPDX-License-Identifier: Apache-2.0
#include "analyse/analyse.h"

#include <fmt/format.h>

#include "analyse/block_times.h"
#include "analyse/categories.h"
#include "analyse/markov.h"
#include "analyse/root_cause.h"
#include "analyse/summaries.h"
#include "analyse/words.h"

namespace tapestry {

namespace {

std::vector<MachineAnalysis> machines_of(const Run& run) {
    std::vector<MachineAnalysis> machines(run.taps.size());
    for (std::size_t i = 0; i < run.taps.size(); ++i) {
        const TapNumbers& n = run.taps[i];
        if (n.tap.kind != TapKind::fsm) continue;
        machines[i] = {categories_of(n, run.taps), markov_of(n), loops_of(n)};
    }
    return machines;
}

std::string answer_of(const Analysis& analysis) {
    if (analysis.bottlenecks.empty())
        return "Nothing that was measured limits this run: no block worked or waited.";
    const Bottleneck& worst = analysis.bottlenecks.front();
    return fmt::format("{} limits this design: its work explains {} of the run.", worst.path,
                       percent_text(worst.share));
}

}  // namespace

// Each step reads what the ones before it found.
Analysis analyse(const Run& run) {
    Analysis analysis;
    analysis.machines = machines_of(run);
    const Network network = network_of(run);
    Periods periods(run);
    const Load load = load_of(network, run, periods);
    analysis.blocks = block_times(run, analysis.machines, network, load);
    analysis.groups = groups_of(analysis.blocks);
    analysis.levels = levels_of(analysis.blocks, run.top);
    RootCause cause = root_cause(run, network, load, periods);
    analysis.bottlenecks = std::move(cause.bottlenecks);
    analysis.frame_bottlenecks = std::move(cause.frames);
    analysis.end_state = run.partial ? EndState::partial : EndState::finished;
    analysis.answer = answer_of(analysis);
    return analysis;
}

}  // namespace tapestry
