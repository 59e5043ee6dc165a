// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/outside_doubt.h"

#include "explain/replay/operations_of.h"

namespace tapestry {

namespace {

using Ends = std::vector<std::vector<std::uint64_t>>;

constexpr std::size_t kLastBeats = 16;

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

}  // namespace

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
