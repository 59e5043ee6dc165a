// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>

#include "explain/prediction/apply_changes.h"
#include "explain/prediction/predict.h"
#include "explain/prediction/serial_calls.h"
#include "explain/prediction/state_times.h"

namespace tapestry {

namespace {

// The change of work and waits of a block.
BlockShift shift_of(const RunSummary& before, const RunSummary& after, std::size_t b) {
    BlockShift shift;
    shift.block = b;
    const std::vector<SummaryState>&was = before.model.blocks[b].states,
          &is = after.model.blocks[b].states;
    for (std::size_t s = 0; s < before.states[b]; ++s)
        shift.work.push_back(is[s].time - was[s].time);
    for (const std::size_t i : before.network.links_of[b]) {
        const WaitKind kind = before.network.links[i].kind;
        const std::size_t s = before.link_end[i].wait;
        (kind == WaitKind::receive ? shift.receive
         : kind == WaitKind::send  ? shift.send
                                   : shift.synchronise) += is[s].time - was[s].time;
    }
    return shift;
}

void note_times(const Run& run, const RunSummary& before, const RunSummary& after,
                Prediction& prediction) {
    std::vector<BlockShift> shifts;
    for (std::size_t b = 0; b < before.model.blocks.size(); ++b) {
        const SummaryBlock &was = before.model.blocks[b], &is = after.model.blocks[b];
        const std::size_t states = before.states[b];
        PredictedTime row;
        row.path = is.path;
        row.measured_cycles = work_of(was, states);
        row.predicted_cycles = work_of(is, states);
        row.measured_wait = wait_of(was, states);
        row.predicted_wait = wait_of(is, states);
        prediction.blocks.push_back(row);
        if (before.machine[b] >= 0) shifts.push_back(shift_of(before, after, b));
        for (std::size_t s = states; s < was.states.size(); ++s) {
            row.state = is.states[s].name;
            row.measured_cycles = was.states[s].time;
            row.predicted_cycles = is.states[s].time;
            row.measured_wait = row.predicted_wait = 0;
            if (std::abs(row.predicted_cycles - row.measured_cycles) > 1e-6 * before.length)
                prediction.states.push_back(row);
        }
    }
    note_states(run, before, shifts, 1, prediction);
}

// The block with most remaining work is the one that would wait least.
void note_bottleneck(Prediction& prediction) {
    const auto most = std::max_element(
        prediction.blocks.begin(), prediction.blocks.end(),
        [](const auto& a, const auto& b) { return a.predicted_cycles < b.predicted_cycles; });
    if (most == prediction.blocks.end() || prediction.predicted_cycles <= 0) return;
    prediction.bottleneck = most->path;
    prediction.bottleneck_share =
        std::min(1.0, most->predicted_cycles / prediction.predicted_cycles);
}

// The work that changes add, and that they take away.
struct WorkChange {
    double more = 0;
    double less = 0;
    void add(double cycles) { (cycles > 0 ? more : less) += cycles; }
    double sum() const { return more + less; }
};

// What a change is off where its states do not change by the same share in each visit.
constexpr double kDoubtOfWork = 0.1;

void note_bounds(const WorkChange& work, Prediction& prediction) {
    const double measured = prediction.measured_cycles;
    prediction.amdahl_cycles = std::max(0.0, measured + work.sum());
    const double doubt = kDoubtOfWork * std::abs(prediction.predicted_cycles - measured);
    prediction.low = std::max(
        0.0, std::min({measured, prediction.predicted_cycles - doubt, prediction.amdahl_cycles}));
    prediction.high =
        std::max({measured, prediction.predicted_cycles + doubt, prediction.amdahl_cycles});
    prediction.remarks.push_back(
        "times are averages of the whole run: waits shrink or grow, work stays");
}

// Converts from cycles of the summary's clock to those of the run's.
void scale(double factor, Prediction& prediction) {
    for (double* cycles : {&prediction.measured_cycles, &prediction.predicted_cycles,
                           &prediction.low, &prediction.high, &prediction.amdahl_cycles})
        *cycles *= factor;
    for (std::vector<PredictedTime>* rows : {&prediction.blocks, &prediction.states})
        for (PredictedTime& row : *rows)
            for (double* cycles : {&row.measured_cycles, &row.predicted_cycles, &row.measured_wait,
                                   &row.predicted_wait})
                *cycles *= factor;
}

}  // namespace

Result<Prediction> predict_by_summary(const Run& run, const std::vector<Change>& changes,
                                      Diagnostics& diagnostics) {
    const RunSummary before = summary_of(run);
    const Result<std::vector<StateDelta>> deltas = deltas_of(changes, run, before, diagnostics);
    if (!deltas) return deltas.failure();
    RunSummary after = before;
    std::set<std::size_t> changed;
    WorkChange work;
    for (const StateDelta& d : *deltas) {
        change_time(after.model, d.block, d.state, d.cycles);
        changed.insert(d.block);
        work.add(d.cycles);
    }
    Prediction prediction;
    for (const Change& change : changes) prediction.changes.push_back(change.text);
    prediction.engine = "summary";
    prediction.measured_cycles = before.length;
    if (!settle(after.model)) prediction.remarks.push_back("the waits did not come to rest");
    // No run gets longer than by all work that is added, nor shorter than by all that is taken
    // away.
    const std::vector<std::size_t> where(changed.begin(), changed.end());
    const double shift = runs_alone(run, before, where)
                             ? work.sum()
                             : std::clamp(end_shift(after.model, where), work.less, work.more);
    prediction.predicted_cycles = std::max(0.0, before.length + shift);
    note_times(run, before, after, prediction);
    note_bottleneck(prediction);
    note_bounds(work, prediction);
    if (run.clocks.size() > 1 && before.length > 0)
        scale(static_cast<double>(run.cycles) / before.length, prediction);
    return prediction;
}

}  // namespace tapestry
