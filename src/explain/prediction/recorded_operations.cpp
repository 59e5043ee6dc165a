// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/recorded_operations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "explain/replay/elastic.h"
#include "explain/replay/operations_of.h"

namespace tapestry {

namespace {

bool only_pops(const OperationThread& thread) {
    for (const auto& set : thread.sets)
        for (const ChannelOperation& o : set)
            if (o.push) return false;
    return true;
}

// The last thread that takes a beat out of the design; without one, the last of all.
std::size_t last_of(const RecordedOperations& recording,
                    const std::vector<std::vector<std::uint64_t>>& ends) {
    std::size_t best = 0;
    auto key = [&](std::size_t t) {
        const bool is_sink = only_pops(recording.operations.threads[t]) && !ends[t].empty();
        return std::pair(is_sink, ends[t].empty() ? 0 : ends[t].back() * recording.period(t));
    };
    for (std::size_t t = 1; t < ends.size(); ++t)
        if (key(t) > key(best)) best = t;
    return best;
}

// Between several clocks a time is known to a cycle or two: their phases are not recorded.
bool is_right(std::uint64_t cycle, std::uint64_t recorded, const Ticks& ticks) {
    const std::uint64_t off = std::max(cycle, recorded) - std::min(cycle, recorded);
    return off <= (ticks.several ? 2 : 0);
}

void check(const std::vector<std::vector<std::uint64_t>>& recorded, RecordedOperations& recording) {
    std::vector<std::vector<std::uint64_t>> ends;
    const Replayed replayed = recording.replay.run(recording.replay.recorded_settings(), &ends);
    for (std::size_t t = 0; t < recorded.size(); ++t) {
        recording.visits += recorded[t].size();
        for (std::size_t v = 0; v < recorded[t].size(); ++v) {
            const bool done = v < ends[t].size();
            const std::uint64_t cycle = done ? ends[t][v] / recording.period(t) : 0;
            if (done && is_right(cycle, recorded[t][v], recording.ticks)) continue;
            recording.worst_error =
                std::max(recording.worst_error,
                         std::max(cycle, recorded[t][v]) - std::min(cycle, recorded[t][v]));
            if (recording.wrong++ == 0)
                recording.first_wrong =
                    fmt::format("visit {} of {}, at cycle {} instead of {}", v,
                                recording.operations.threads[t].path,
                                done ? fmt::format("{}", cycle) : "never", recorded[t][v]);
        }
    }
    const auto measured = static_cast<double>(recording.measured_cycles);
    const double missing = measured - static_cast<double>(recording.cycles(replayed));
    if (measured > 0) recording.total_error = std::abs(missing) / measured;
    recording.missing_cycles = replayed.stuck.empty() ? missing : 0;
}

using RecordedEnds = std::vector<std::vector<std::uint64_t>>;

// This many contraries are enough to see whether they make a difference.
constexpr std::size_t kMostContraries = 8;

RecordedOperations checked(RecordedOperations recording, const RecordedEnds& recorded) {
    recording.replay = Replay(recording.operations, recording.gives_together, recording.periods);
    recording.wrong = recording.visits = recording.worst_error = 0;
    recording.first_wrong.clear();
    check(recorded, recording);
    return recording;
}

// Keeps the hypothesis (pushes together or apart) that reproduces the recorded times.
void settle_forks(const RecordedEnds& recorded, RecordedOperations& recording) {
    RecordedOperations together = recording;
    together.gives_together = true;
    together = checked(std::move(together), recorded);
    if (together.wrong < recording.wrong)
        recording = std::move(together);
    else if (together.wrong == recording.wrong)
        recording.contraries.push_back({std::move(together.replay), true, 0, std::nullopt});
}

void settle_choices(std::size_t t, const RecordedEnds& recorded, RecordedOperations& recording) {
    const std::vector<Arbitration> all = recording.operations.threads[t].arbitrations;
    for (std::size_t i = 1; i < all.size(); ++i) {
        RecordedOperations other = recording;
        other.operations.threads[t].arbitrations = {all[i]};
        other = checked(std::move(other), recorded);
        if (other.wrong < recording.wrong) {
            recording = std::move(other);
            std::erase_if(recording.contraries,
                          [&](const Contrary& c) { return c.choice && c.thread == t; });
        } else if (other.wrong == recording.wrong &&
                   recording.contraries.size() < kMostContraries) {
            recording.contraries.push_back(
                {std::move(other.replay), recording.gives_together, t, all[i]});
        }
    }
}

std::vector<std::uint64_t> periods_of(const Operations& operations, const Ticks& ticks) {
    std::vector<std::uint64_t> periods;
    if (ticks.several)
        for (const OperationThread& thread : operations.threads)
            periods.push_back(ticks.of(thread.clock));
    return periods;
}

bool goes_to_end_edge(const Run& run, std::size_t thread, const std::vector<std::uint64_t>& ends) {
    const OperationThread& last = run.operations.threads[thread];
    const auto clock = static_cast<std::size_t>(last.clock);
    return clock < run.clocks.size() &&
           (ends.empty() ? 0 : ends.back()) + last.rest > run.clocks[clock].edges;
}

bool is_outside(const OperationThread& thread) { return is_outside_end(thread.path); }

}  // namespace

bool has_known_pauses(const OperationThread& thread) {
    std::uint64_t pause = 0;
    bool told = false, waited_aside = false;
    std::size_t stall = 0;
    for (std::size_t v = 0; v < thread.visits.size(); ++v) {
        const Visit& visit = thread.visits[v];
        if (v == 1) pause = visit.delay;
        if (v >= 1 && visit.delay != pause) return false;
        told = told || waited_aside;
        if (visit.blocked)
            waited_aside = thread.stalls[stall++] % std::max<std::uint64_t>(pause, 1) != 0;
        else
            waited_aside = false;
    }
    return pause <= 1 || told;
}

RecordedOperations recorded_operations_of(const Run& run) {
    const Ticks ticks = ticks_of(run, run.operations);
    const std::vector<std::uint64_t> periods = periods_of(run.operations, ticks);
    RecordedOperations recording{run.operations, Replay(run.operations, false, periods), ticks,
                                 periods};
    recording.measured_cycles = run.cycles;
    const std::vector<std::vector<std::uint64_t>> recorded = recorded_ends(run.operations);
    if (recorded.empty()) return recording;
    recording.last_thread = last_of(recording, recorded);
    const auto& last = recorded[recording.last_thread];
    const std::uint64_t end =
        last.empty() ? 0 : last.back() * recording.period(recording.last_thread) / ticks.by_run;
    recording.tail = run.cycles - std::min(run.cycles, end);
    recording.has_end_edge = goes_to_end_edge(run, recording.last_thread, last);
    for (std::size_t t = 0; t < run.operations.threads.size(); ++t) {
        const OperationThread& thread = run.operations.threads[t];
        if (is_outside(thread) && !has_known_pauses(thread)) recording.pausing.push_back(t);
        if (has_openings(thread))
            recording.timed = thread.path;
        else if (thread.guessed > 0 && recording.guessed.empty())
            recording.guessed = thread.path;
    }
    for (const OperationChannel& channel : run.operations.channels)
        for (const OperationThread& thread : run.operations.threads)
            if (is_outside(thread) && channel.path == inside_of(thread.path))
                recording.answered = thread.path;
    check(recorded, recording);
    for (std::size_t t = 0; t < run.operations.threads.size(); ++t) {
        if (run.operations.threads[t].arbitrations.empty()) continue;
        recording.choosing.push_back(t);
        settle_choices(t, recorded, recording);
    }
    if (has_open_forks(run.operations)) settle_forks(recorded, recording);
    return recording;
}

RecordedOperations with_operations(const RecordedOperations& recording, Operations operations,
                                   std::vector<std::uint64_t> periods) {
    RecordedOperations other = recording;
    other.operations = std::move(operations);
    other.periods = std::move(periods);
    other.replay = Replay(other.operations, other.gives_together, other.periods);
    for (Contrary& contrary : other.contraries) {
        Operations contrarily = other.operations;
        if (contrary.choice) contrarily.threads[contrary.thread].arbitrations = {*contrary.choice};
        contrary.replay = Replay(contrarily, contrary.together, other.periods);
    }
    return other;
}

std::string text_of(ChoicePolicy policy) {
    switch (policy) {
        case ChoicePolicy::recorded:
            return "in an order of its own";
        case ChoicePolicy::priority:
            return "always the same one first";
        case ChoicePolicy::round_robin:
            return "each in turn";
        case ChoicePolicy::least_recent:
            return "the one that waits for its turn longest";
        case ChoicePolicy::oldest:
            return "what came first";
    }
    return {};
}

}  // namespace tapestry
