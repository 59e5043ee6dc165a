// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/codes/predictions.h"
#include "explain/prediction/apply_changes.h"
#include "explain/prediction/channel_changes.h"
#include "explain/prediction/operation_times.h"
#include "explain/prediction/outside_doubt.h"
#include "explain/prediction/predict.h"
#include "explain/prediction/program_model.h"
#include "explain/prediction/replay_changes.h"
#include "explain/prediction/serial_calls.h"
#include "explain/prediction/state_times.h"
#include "explain/prediction/stream_times.h"
#include "explain/prediction/thread_waits.h"
#include "explain/replay/elastic.h"
#include "explain/replay/openings.h"
#include "explain/replay/operations_of.h"

namespace tapestry {

namespace {

// The error of a model with guessed delays or unknown phases, as a share of the run, beyond the one
// that it has on the recorded run itself.
constexpr double kDoubt = 0.033;
// The error from distributing a change of work over visits, as a share of its effect.
constexpr double kDoubtOfChange = 0.1;
// The same where a block keeps a rhythm of its own, whose place in time a change moves.
constexpr double kDoubtOfRhythm = 0.5;

std::string sentence_of(const Operations& operations, const StuckThread& stuck) {
    const OperationChannel& channel = operations.channels[stuck.channel];
    return fmt::format("{} waits for {} {}, and so for {}", operations.threads[stuck.thread].path,
                       stuck.for_room          ? "room in"
                       : channel.capacity == 0 ? "the other end of"
                                               : "a beat of",
                       channel.path, operations.threads[stuck.on].path);
}

double work_in_visits(const OperationThread& thread, std::size_t visits) {
    double sum = 0;
    for (std::size_t v = 0; v < visits; ++v) sum += static_cast<double>(thread.visits[v].delay);
    return sum;
}

void note_blocks(const RecordedOperations& before, const RecordedOperations& after,
                 const Replayed& replayed, Prediction& prediction) {
    double most = 0;
    for (std::size_t t = 0; t < after.operations.threads.size(); ++t) {
        const OperationThread &was = before.operations.threads[t],
                              &is = after.operations.threads[t];
        PredictedTime row;
        row.path = is.path;
        const double then = before.run_cycles(before.period(t)),
                     now = before.run_cycles(after.period(t));
        row.measured_cycles = then * work_in_visits(was, moving_visits(was));
        row.predicted_cycles = now * work_in_visits(is, replayed.done[t]);
        for (const std::uint64_t stall : was.stalls)
            row.measured_wait += then * static_cast<double>(stall);
        row.predicted_wait = before.run_cycles(replayed.end[t]) - row.predicted_cycles;
        if (row.predicted_cycles > most) {
            most = row.predicted_cycles;
            prediction.bottleneck = row.path;
        }
        prediction.blocks.push_back(std::move(row));
    }
    if (prediction.predicted_cycles > 0)
        prediction.bottleneck_share = std::min(1.0, most / prediction.predicted_cycles);
}

// The waits at these settings, in ticks.
ReplayWaits waits_with(const RecordedOperations& recording,
                       const std::vector<ChannelSetting>& settings) {
    std::vector<std::vector<std::uint64_t>> ends;
    recording.replay.run(settings, &ends);
    return waits_of(recording.operations, recording.periods, settings, ends);
}

// Assigns the changed work of a block to its changed states, and the remainder to all states.
void note_work(const std::vector<StateDelta>& deltas, double unit, double more, BlockShift& shift) {
    shift.rest = more;
    for (const StateDelta& d : deltas) {
        if (d.block != shift.block || d.state >= shift.work.size()) continue;
        shift.work[d.state] += unit * d.cycles;
        shift.rest -= unit * d.cycles;
    }
}

bool has_row(const Prediction& prediction, const std::string& path) {
    return std::any_of(prediction.blocks.begin(), prediction.blocks.end(),
                       [&](const PredictedTime& row) { return row.path == path; });
}

// What a callee takes is the time of a state of its caller (serial_calls.h).
std::vector<StateDelta> deltas_of_callers(const Run& run, const RunSummary& summary,
                                          std::vector<StateDelta> deltas,
                                          const Prediction& prediction) {
    const auto is_wanted = [&](const std::string& path) { return has_row(prediction, path); };
    for (StateDelta& d : deltas) {
        if (is_wanted(summary.model.blocks[d.block].path)) continue;
        const auto caller = serial_caller_that(run, summary, d.block, is_wanted);
        if (!caller) continue;
        d.block = caller->block;
        d.state = caller->state;
    }
    return deltas;
}

// A changed callee without a thread of its own works for its share, and waits for the rest.
void note_callees(const RunSummary& summary, const std::vector<StateDelta>& deltas, double unit,
                  Prediction& prediction, std::vector<BlockShift>& shifts) {
    for (const StateDelta& d : deltas) {
        const SummaryBlock& block = summary.model.blocks[d.block];
        if (summary.machine[d.block] < 0 || has_row(prediction, block.path)) continue;
        BlockShift& shift = shifts.emplace_back();
        shift.block = d.block;
        shift.work.resize(summary.states[d.block]);
        double more = 0;
        for (const StateDelta& of : deltas)
            if (of.block == d.block) more += unit * of.cycles;
        note_work(deltas, unit, more, shift);
        PredictedTime row;
        row.path = block.path;
        row.measured_cycles = unit * work_of(block, summary.states[d.block]);
        row.measured_wait = unit * wait_of(block, summary.states[d.block]);
        row.predicted_cycles = row.measured_cycles + more;
        row.predicted_wait = std::max(0.0, prediction.predicted_cycles - row.predicted_cycles);
        shift.synchronise = row.predicted_wait - row.measured_wait;
        prediction.blocks.push_back(std::move(row));
    }
}

// The states of every block that has a thread and a machine.
void note_replayed_states(const Run& run, const RecordedOperations& before,
                          const ReplayChanges& changes, const std::vector<Waits>& was,
                          const std::vector<Waits>& is, Prediction& prediction) {
    const RunSummary summary = summary_of(run);
    const double unit = summary.length > 0 ? static_cast<double>(run.cycles) / summary.length : 1;
    const std::vector<StateDelta> deltas =
        deltas_of_callers(run, summary, changes.deltas, prediction);
    std::vector<BlockShift> shifts;
    for (std::size_t b = 0; b < summary.model.blocks.size(); ++b) {
        const auto block = std::find_if(
            prediction.blocks.begin(), prediction.blocks.end(),
            [&](const PredictedTime& row) { return row.path == summary.model.blocks[b].path; });
        if (summary.machine[b] < 0 || block == prediction.blocks.end()) continue;
        const auto t = static_cast<std::size_t>(block - prediction.blocks.begin());
        BlockShift& shift = shifts.emplace_back();
        shift.block = b;
        shift.work.resize(summary.states[b]);
        note_work(deltas, unit, block->predicted_cycles - block->measured_cycles, shift);
        shift.receive = before.run_cycles(is[t].receive) - before.run_cycles(was[t].receive);
        shift.send = before.run_cycles(is[t].send) - before.run_cycles(was[t].send);
    }
    note_callees(summary, changes.deltas, unit, prediction, shifts);
    note_states(run, summary, shifts, unit, prediction);
}

void note_replayed_streams(const Run& run, const RecordedOperations& before, const ReplayWaits& was,
                           const ReplayWaits& is, Prediction& prediction) {
    const Network network = network_of(run, categories_of(run));
    std::map<std::string, int> taps;  // of channels, by path
    for (const TapNumbers& n : run.taps)
        if (n.tap.is(TapKind::stream) || n.tap.is(TapKind::queue)) taps[n.tap.path] = n.tap.tap;
    StreamShifts shifts;
    for (std::size_t c = 0; c < was.channels.size(); ++c) {
        const auto tap = taps.find(before.operations.channels[c].path);
        const std::optional<Waits>&then = is.channels[c], &now = was.channels[c];
        if (!then || !now || tap == taps.end()) continue;
        add_shift(network, tap->second, WaitKind::receive,
                  before.run_cycles(then->receive) - before.run_cycles(now->receive), shifts);
        add_shift(network, tap->second, WaitKind::send,
                  before.run_cycles(then->send) - before.run_cycles(now->send), shifts);
    }
    note_streams(run, shifts, prediction);
}

// The times of states and streams after the change.
void note_details(const Run& run, const RecordedOperations& before, const RecordedOperations& after,
                  const ReplayChanges& changes, Prediction& prediction) {
    const ReplayWaits was = waits_with(before, before.replay.recorded_settings()),
                      is = waits_with(after, changes.settings);
    note_replayed_states(run, before, changes, was.threads, is.threads, prediction);
    note_replayed_streams(run, before, was, is, prediction);
}

// In cycles: what the model is off on the recorded run, what it had to guess, and a share of what
// the change brings.
double doubt_about(const RecordedOperations& recording, const RecordedOperations& after,
                   const std::vector<ChannelSetting>& settings, const Prediction& prediction) {
    const double changed = std::abs(prediction.measured_cycles - prediction.predicted_cycles);
    const double grown = prediction.predicted_cycles / std::max(1.0, prediction.measured_cycles);
    const double residual = static_cast<double>(recording.worst_error) * std::max(1.0, grown);
    const double guessed = recording.guesses() ? kDoubt * prediction.predicted_cycles : 0;
    const double pauses = prediction.deadlock ? 0 : spread_of_pauses(after, settings);
    return std::max({residual, guessed, pauses, spread_of_end(recording, after.replay, settings),
                     recording.total_error * prediction.predicted_cycles}) +
           kDoubtOfChange * changed;
}

void note_trust(const RecordedOperations& recording, const RecordedOperations& after,
                const ReplayChanges& changes, Prediction& prediction) {
    bool exact = recording.is_exact() && changes.only_channels;
    const std::string doubt_of = prediction.deadlock
                                     ? std::string()
                                     : outside_doubt(recording, after.replay, changes.settings);
    exact = exact && doubt_of.empty();
    prediction.label = exact ? PredictionLabel::exact : PredictionLabel::approximate;
    const double doubt = exact ? 0 : doubt_about(recording, after, changes.settings, prediction);
    // An outside that goes by its own times leaves the run as it was, for all that is known.
    const bool may_stay = !doubt_of.empty() || !recording.timed.empty();
    const double least = may_stay
                             ? std::min(prediction.measured_cycles, prediction.predicted_cycles)
                             : prediction.predicted_cycles;
    const double most = may_stay ? std::max(prediction.measured_cycles, prediction.predicted_cycles)
                                 : prediction.predicted_cycles;
    prediction.low = std::max(0.0, std::floor(least - doubt));
    prediction.high = std::ceil(most + doubt);
    if (!recording.answered.empty())
        prediction.remarks.push_back(recording.answered +
                                     " waits for answers, taken to do so as it was seen to");
    if (!recording.guessed.empty())
        prediction.remarks.push_back(recording.guessed +
                                     " does not show when it waits, or does so while it works");
    if (!recording.timed.empty())
        prediction.remarks.push_back(recording.timed +
                                     " is ready at times of its own, taken to stay as they were");
    if (!doubt_of.empty()) prediction.remarks.push_back(doubt_of);
    if (recording.ticks.several)
        prediction.remarks.emplace_back(
            "how the edges of its clocks lie is not recorded: times are known to a cycle");
    if (!changes.only_channels)
        prediction.remarks.emplace_back(
            "all visits of a state are taken to change by the same share");
}

// Whether the outside gets all beats that it got in the recording. A thread that waits forever
// after its last beat stops nobody: the run is over by then.
bool gives_all(const Operations& operations, const Replayed& replayed) {
    bool has_sink = false;
    for (std::size_t t = 0; t < operations.threads.size(); ++t) {
        const OperationThread& thread = operations.threads[t];
        if (!is_outside_sink(thread.path)) continue;
        has_sink = true;
        if (replayed.done[t] < moving_visits(thread)) return false;
    }
    return has_sink;
}

bool has_choice(const Operations& operations) {
    return std::any_of(operations.threads.begin(), operations.threads.end(),
                       [](const OperationThread& t) { return !t.choice.empty(); });
}

std::string sentence_of(const RecordedOperations& after, const Contrary& contrary) {
    if (!contrary.choice)
        return "nothing recorded says whether a block gives to its outputs one by one, as is taken "
               "here; if it waits for all of them, ";
    const OperationThread& thread = after.operations.threads[contrary.thread];
    return fmt::format(
        "nothing recorded says that {} takes {}, as is taken here; if it chooses otherwise, ",
        thread.path, text_of(thread.arbitrations.front().policy));
}

// Where several models explain the recording, all of them are tried; if they differ, the answer
// lies between them.
void try_contrary(const RecordedOperations& after, const Contrary& contrary,
                  const ReplayChanges& changes, Prediction& prediction) {
    const Replayed other = contrary.replay.run(changes.settings);
    const double cycles = after.corrected_cycles(other);
    const bool stuck = !other.stuck.empty() && !gives_all(after.operations, other);
    if (stuck == prediction.deadlock && (stuck || cycles == prediction.predicted_cycles)) return;
    prediction.label = PredictionLabel::approximate;
    prediction.low = std::min(prediction.low, std::floor(cycles * (1 - kDoubt)));
    prediction.high = std::max(prediction.high, std::ceil(cycles * (1 + kDoubt)));
    std::string remark = sentence_of(after, contrary);
    remark += stuck ? "it gets stuck: " + sentence_of(after.operations, other.stuck.front())
                    : fmt::format("the run takes {:.0f} cycles", cycles);
    // Several policies often give the same remark.
    std::vector<std::string>& told = prediction.remarks;
    if (std::find(told.begin(), told.end(), remark) == told.end()) told.push_back(remark);
}

void note_choices(const RecordedOperations& recording, Prediction& prediction) {
    for (const std::size_t t : recording.choosing) {
        const OperationThread& thread = recording.operations.threads[t];
        prediction.remarks.push_back(
            fmt::format("{} takes from several channels: {}, as it was seen to", thread.path,
                        text_of(thread.arbitrations.front().policy)));
    }
}

}  // namespace

bool can_replay(const Run& run, const std::vector<Change>& changes) {
    if (run.operations.empty()) return false;
    std::vector<Change> others;
    const bool several_clocks = ticks_of(run, run.operations).several;
    for (const Change& change : changes) {
        if (change.kind == ChangeKind::depth) return true;
        const bool is_clock = change.kind == ChangeKind::clock && several_clocks;
        const bool carried = change.kind == ChangeKind::rate || is_clock ||
                             is_of_channels(change, run, run.operations);
        if (!carried) others.push_back(change);
    }
    if (others.empty() || has_choice(run.operations)) return true;  // replay then refuses it
    Diagnostics ignored;
    const RunSummary summary = summary_of(run);
    const Result<std::vector<StateDelta>> deltas = deltas_of(others, run, summary, ignored);
    const auto is_recorded = [&](const std::string& path) {
        return std::any_of(run.operations.threads.begin(), run.operations.threads.end(),
                           [&](const OperationThread& t) {
                               return t.path == path || t.path == outside_source(path) ||
                                      t.path == outside_sink(path);
                           });
    };
    return deltas && std::all_of(deltas->begin(), deltas->end(), [&](const StateDelta& d) {
               return is_recorded(summary.model.blocks[d.block].path) ||
                      serial_caller_that(run, summary, d.block, is_recorded);
           });
}

const RecordedOperations& Predictor::recording() {
    if (recording_) return *recording_;
    recording_ = recorded_operations_of(run_);
    unexplained_ = unexplained_of(run_, recording_->operations);
    contradiction_ = contradiction_of(run_, *recording_);
    recording_->replay.run(recording_->replay.recorded_settings(), &recorded_ends_);
    return *recording_;
}

namespace {

constexpr const char* kSimulateIt =
    "simulate it, or pass --engine summary for a bound from counters";

bool deepens(const std::vector<Change>& changes) {
    return std::any_of(changes.begin(), changes.end(),
                       [](const Change& c) { return c.kind == ChangeKind::depth; });
}

}  // namespace

namespace {

// The run as it was, and as predicted, are both possible; and as much beyond as a guess may be off.
// What moves while a block waits may count anew after its work, so that no wait gets shorter by
// longer work: then the run changes by all of it, as by Amdahl's law.
void widen_for(const Unexplained& u, Prediction& prediction) {
    const double least = std::min(prediction.measured_cycles, prediction.predicted_cycles),
                 most = std::max(prediction.measured_cycles, prediction.predicted_cycles);
    const double beyond = u.may_stay ? 0 : kDoubtOfRhythm * (most - least);
    const double anew = u.may_stay ? prediction.predicted_cycles : prediction.amdahl_cycles;
    const auto at_least = [&](double cycles) {
        prediction.low = std::max(0.0, std::min(prediction.low, std::floor(cycles)));
    };
    const auto at_most = [&](double cycles) {
        prediction.high = std::max(prediction.high, std::ceil(cycles));
    };
    prediction.label = PredictionLabel::approximate;
    at_least((1 - kDoubt) * least - beyond);
    at_least((1 - kDoubt) * anew);
    at_most((1 + kDoubt) * most + beyond);
    at_most((1 + kDoubt) * anew);
    prediction.remarks.push_back(
        u.why + (u.may_stay ? ", taken to stay as it was" : ": replayed with its recorded delays"));
}

}  // namespace

Result<Done> Predictor::accept(const std::vector<Change>& changes, const ReplayChanges& what,
                               const RecordedOperations& after, Prediction& prediction,
                               Diagnostics& diagnostics) {
    if (deepens(changes) && !contradiction_.empty()) {
        return diagnostics.report(code::change_refused, {}, changes.front().text, contradiction_,
                                  kSimulateIt);
    }
    if (unexplained_.empty()) return Done{};
    VisitEnds ends;
    after.replay.run(what.settings, &ends);
    const std::vector<ChannelSetting> recorded = recording().replay.recorded_settings();
    std::vector<Unexplained> left = unexplained_;
    const ChangedTimes times{recording().operations, after.operations, recorded,
                             what.settings,          recorded_ends_,   ends};
    for (const Unexplained* u = first_touched(left, times); u; u = first_touched(left, times)) {
        if (!u->may_stay && (!u->in_rhythm || prediction.deadlock)) {
            return diagnostics.report(code::change_refused, {}, changes.front().text, u->why,
                                      kSimulateIt);
        }
        widen_for(*u, prediction);
        left.erase(left.begin() + (u - left.data()));
    }
    return Done{};
}

Result<Prediction> Predictor::replay(const std::vector<Change>& changes, Diagnostics& diagnostics) {
    if (run_.operations.empty()) {
        return diagnostics.report(code::not_recorded, {});
    }
    const RecordedOperations& recording = this->recording();
    if (recording.wrong > 0)
        diagnostics.report(code::replay_differs, {}, recording.wrong, recording.visits,
                           recording.first_wrong);
    const Result<ReplayChanges> what = changed(run_, recording, changes, diagnostics);
    if (!what) return what.failure();
    std::optional<RecordedOperations> other;
    if (!what->only_channels) other = with_operations(recording, what->operations, what->periods);
    const RecordedOperations& after = other ? *other : recording;
    const Replayed replayed = after.replay.run(what->settings);
    if (replayed.misordered) {
        return diagnostics.report(
            code::change_refused, {}, changes.front().text,
            after.operations.threads[*replayed.misordered].path +
                " would get its beats in another order",
            "what it does with them then is not recorded; simulate it, or pass "
            "--engine summary for a bound from counters");
    }
    Prediction prediction;
    for (const Change& change : changes) prediction.changes.push_back(change.text);
    prediction.engine = "replay";
    prediction.measured_cycles = static_cast<double>(recording.measured_cycles);
    prediction.predicted_cycles = after.corrected_cycles(replayed);
    prediction.amdahl_cycles = std::max(0.0, prediction.measured_cycles + what->work);
    prediction.deadlock = !replayed.stuck.empty() && !gives_all(after.operations, replayed);
    for (const StuckThread& stuck : replayed.stuck)
        if (prediction.deadlock) prediction.stuck.push_back(sentence_of(what->operations, stuck));
    note_trust(recording, after, *what, prediction);
    note_choices(recording, prediction);
    if (const auto accepted = accept(changes, *what, after, prediction, diagnostics); !accepted)
        return accepted.failure();
    for (const Contrary& contrary : after.contraries)
        try_contrary(after, contrary, *what, prediction);
    note_blocks(recording, after, replayed, prediction);
    if (details_ && !prediction.deadlock) note_details(run_, recording, after, *what, prediction);
    return prediction;
}

Result<Prediction> Predictor::replay_against(const std::vector<Change>& changes, const Run& really,
                                             Diagnostics& diagnostics) {
    Result<Prediction> prediction = replay(changes, diagnostics);
    if (!prediction) return prediction.failure();
    if (really.operations.empty()) {
        return diagnostics.report(code::not_recorded, {});
    }
    const Result<ReplayChanges> what = changed(run_, recording(), changes, diagnostics);
    if (!what) return what.failure();
    prediction->against = compare_operations(
        what->only_channels ? recording()
                            : with_operations(recording(), what->operations, what->periods),
        what->settings, really);
    return prediction;
}

Result<Prediction> Predictor::by_model(const std::vector<Change>& changes,
                                       Diagnostics& diagnostics) {
    return can_replay(run_, changes) ? replay(changes, diagnostics)
                                     : predict_by_summary(run_, changes, diagnostics);
}

// An experiment gives the length of the run, but not the times of each block, which come from a
// model.
Result<Prediction> Predictor::predict(const std::vector<Change>& changes,
                                      Diagnostics& diagnostics) {
    if (const auto program = ProgramModel::of(run_)) return program->predict(changes, diagnostics);
    std::optional<Prediction> tried = predict_by_experiment(run_, changes);
    if (!tried) return by_model(changes, diagnostics);
    if (!details_) return *tried;
    Diagnostics ignored;
    const Result<Prediction> model = by_model(changes, ignored);
    if (!model || model->deadlock) return *tried;
    tried->blocks = model->blocks;
    tried->states = model->states;
    tried->streams = model->streams;
    tried->bottleneck = model->bottleneck;
    tried->bottleneck_share = model->bottleneck_share;
    tried->remarks.push_back(
        fmt::format("times of blocks and states are by {}, which says {:.0f} cycles", model->engine,
                    model->predicted_cycles));
    return *tried;
}

Result<Prediction> Predictor::predict(const std::string& change, Diagnostics& diagnostics) {
    const Result<Change> parsed = change_from_text(change, diagnostics);
    if (!parsed) return parsed.failure();
    return predict(std::vector<Change>{*parsed}, diagnostics);
}

std::map<std::string, std::uint64_t> Predictor::depths(const std::vector<Change>& changes) {
    std::map<std::string, std::uint64_t> depths;
    if (run_.operations.empty()) return depths;
    Diagnostics ignored;
    const Result<ReplayChanges> what = changed(run_, recording(), changes, ignored);
    if (!what) return depths;
    for (std::size_t c = 0; c < what->settings.size(); ++c) {
        const OperationChannel& channel = run_.operations.channels[c];
        if (channel.capacity > 0 && !is_inside(channel))
            depths[channel.path] = what->settings[c].capacity;
    }
    return depths;
}

Result<Prediction> predict(const Run& run, const std::vector<Change>& changes,
                           Diagnostics& diagnostics) {
    return Predictor(run, true).predict(changes, diagnostics);
}

}  // namespace tapestry
