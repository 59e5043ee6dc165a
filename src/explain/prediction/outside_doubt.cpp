// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/outside_doubt.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "explain/replay/openings.h"
#include "explain/replay/operations_of.h"

namespace tapestry {

namespace {

using Ends = std::vector<std::vector<std::uint64_t>>;

constexpr std::size_t kLastBeats = 16;
// By how many cycles, or beats, pauses are moved. Random pauses give another sample each time.
constexpr std::array<std::uint64_t, 8> kShifts = {1, 2, 3, 5, 8, 13, 21, 34};
// The truth is a sample too, and may lie beyond the others.
constexpr double kBeyondSamples = 2;

// The gaps between the last beats.
std::vector<std::uint64_t> last_gaps(const std::vector<std::uint64_t>& ends) {
    std::vector<std::uint64_t> gaps;
    for (std::size_t i = ends.size(); i > 1 && gaps.size() < kLastBeats; --i)
        gaps.push_back(ends[i - 1] - ends[i - 2]);
    return gaps;
}

// Whether the run ended as long after the last beat as another beat would have come.
bool may_end_with_a_beat(const std::vector<std::uint64_t>& ends, std::uint64_t tail) {
    for (std::size_t i = 1; i < ends.size(); ++i)
        if (ends[i] - ends[i - 1] == tail) return true;
    return false;
}

// The same thread when its open times come later.
void shift_openings(OperationThread& thread, std::uint64_t shift) {
    thread.visits[moving_visits(thread)].delay += shift;
}

// The same thread when its pauses belong to other beats.
void shift_pauses(OperationThread& thread, std::uint64_t shift) {
    std::vector<std::uint64_t> delays;
    const std::size_t moving = moving_visits(thread);
    for (std::size_t v = 1; v < moving; ++v) delays.push_back(thread.visits[v].delay);
    for (std::size_t v = 1; v < moving; ++v)
        thread.visits[v].delay = delays[(v - 1 + shift) % delays.size()];
}

}  // namespace

double spread_of_pauses(const RecordedOperations& after,
                        const std::vector<ChannelSetting>& settings) {
    if (after.pausing.empty() && after.timed.empty()) return 0;
    const auto length = static_cast<double>(after.cycles(after.replay.run(settings)));
    double spread = 0;
    for (const std::uint64_t shift : kShifts) {
        Operations shifted = after.operations;
        for (OperationThread& thread : shifted.threads)
            if (has_openings(thread)) shift_openings(thread, shift);
        for (const std::size_t t : after.pausing) shift_pauses(shifted.threads[t], shift);
        const Replay replay(shifted, after.gives_together, after.periods);
        const auto other = static_cast<double>(after.cycles(replay.run(settings)));
        spread = std::max(spread, std::abs(other - length));
    }
    return kBeyondSamples * spread;
}

double spread_of_end(const RecordedOperations& recording, const Replay& changed,
                     const std::vector<ChannelSetting>& settings) {
    const std::size_t last = recording.last_thread;
    if (recording.has_end_edge || last >= recording.operations.threads.size()) return 0;
    Ends ends;
    changed.run(settings, &ends);
    const std::vector<std::uint64_t> was = recorded_ends(recording.operations)[last];
    const std::vector<std::uint64_t>& is = ends[last];
    double spread = 0;
    for (std::size_t i = 1; i < std::min(was.size(), is.size()); ++i) {
        const std::uint64_t gap = was[i] - was[i - 1];
        if (2 * gap < recording.tail || gap > 2 * recording.tail) continue;
        spread = std::max(
            spread, std::abs(static_cast<double>(is[i] - is[i - 1]) - static_cast<double>(gap)));
    }
    return spread / static_cast<double>(recording.ticks.by_run);
}

std::string outside_doubt(const RecordedOperations& recording, const Replay& changed,
                          const std::vector<ChannelSetting>& settings) {
    Ends ends;
    changed.run(settings, &ends);
    const Ends recorded = recorded_ends(recording.operations);
    const auto path = [&](std::size_t t) { return recording.operations.threads[t].path; };
    for (const std::size_t t : recording.pausing)
        if (ends[t] != recorded[t])
            return path(t) + " pauses between beats, taken to begin with the beat before each";
    // It may also pause until something comes out.
    for (std::size_t t = 0; t < ends.size() && !recording.pausing.empty(); ++t)
        if (is_outside_end(path(t)) && ends[t] != recorded[t])
            return path(recording.pausing.front()) +
                   " pauses between beats, and may wait for what " + path(t) +
                   " gets at other times";
    const std::size_t last = recording.last_thread;
    if (last >= ends.size() || recording.has_end_edge ||
        !may_end_with_a_beat(recorded[last], recording.tail) ||
        last_gaps(ends[last]) == last_gaps(recorded[last]))
        return {};
    return path(last) +
           " gets its last beats in another rhythm, and the run may have ended with one more";
}

}  // namespace tapestry
