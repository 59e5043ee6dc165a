// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/operation_times.h"

#include <fmt/format.h>

#include <algorithm>

#include "explain/replay/elastic.h"
#include "explain/replay/openings.h"
#include "explain/replay/thread_visits.h"

namespace tapestry {

namespace {

using Ends = std::vector<std::vector<std::uint64_t>>;

bool is_part_of(const std::vector<ChannelOperation>& part,
                const std::vector<ChannelOperation>& whole) {
    return part.size() < whole.size() &&
           std::all_of(part.begin(), part.end(), [&](const ChannelOperation& o) {
               return std::any_of(whole.begin(), whole.end(), [&](const ChannelOperation& other) {
                   return other.channel == o.channel && other.push == o.push;
               });
           });
}

// Whether the recording ended in the middle of the thread's last visit: its set occurs only once
// and is a part of another.
bool ends_within_a_visit(const OperationThread& thread) {
    const std::size_t moving = moving_visits(thread);
    if (moving == 0) return false;
    const std::uint32_t last = thread.visits[moving - 1].set;
    return std::none_of(thread.visits.begin(),
                        thread.visits.begin() + static_cast<std::ptrdiff_t>(moving) - 1,
                        [&](const Visit& v) { return v.set == last; }) &&
           std::any_of(thread.sets.begin(), thread.sets.end(),
                       [&](const auto& set) { return is_part_of(thread.sets[last], set); });
}

// The first cycle of a visit that the recording has only in part; from there on it is incomplete.
std::uint64_t known_until(const Operations& operations, const Ends& ends, std::uint64_t end) {
    for (std::size_t t = 0; t < operations.threads.size(); ++t)
        if (ends_within_a_visit(operations.threads[t]) &&
            ends[t].size() == moving_visits(operations.threads[t]))
            end = std::min(end, ends[t].back());
    return end;
}

class Comparison {
public:
    explicit Comparison(std::uint64_t end) : end_(end) {}

    // `known` is the number of operations of this end for which the replay can tell whether they
    // take place.
    void add(const std::string& end_of_channel, const std::vector<std::uint64_t>& predicted,
             const std::vector<std::uint64_t>& really, std::size_t known) {
        const std::size_t common = std::min(predicted.size(), really.size());
        for (std::size_t n = 0; n < common; ++n) {
            if (std::min(predicted[n], really[n]) >= end_) continue;
            ++out_.compared;
            if (predicted[n] != really[n])
                note(std::min(predicted[n], really[n]), end_of_channel, n,
                     fmt::format("at cycle {} instead of {}", predicted[n], really[n]));
        }
        for (std::size_t n = common; n < predicted.size(); ++n)
            add_alone(predicted[n], end_of_channel, n, "never took place");
        for (std::size_t n = common; n < std::min(really.size(), known); ++n)
            add_alone(really[n], end_of_channel, n, "was not predicted");
    }

    ComparedOperations take() { return std::move(out_); }

private:
    void add_alone(std::uint64_t cycle, const std::string& end_of_channel, std::size_t n,
                   const std::string& why) {
        if (cycle >= end_) return;
        ++out_.compared;
        note(cycle, end_of_channel, n, fmt::format("at cycle {}: {}", cycle, why));
    }

    void note(std::uint64_t cycle, const std::string& end_of_channel, std::size_t n,
              const std::string& what) {
        ++out_.different;
        if (!out_.first.empty() && cycle >= first_) return;
        first_ = cycle;
        out_.first = fmt::format("{} {}, {}", end_of_channel, n, what);
    }

    const std::uint64_t end_;
    std::uint64_t first_ = 0;
    ComparedOperations out_;
};

}  // namespace

OperationTimes operation_times(const Operations& operations,
                               const std::vector<std::vector<std::uint64_t>>& ends) {
    OperationTimes times;
    for (std::size_t t = 0; t < operations.threads.size() && t < ends.size(); ++t) {
        const OperationThread& thread = operations.threads[t];
        std::vector<std::vector<std::vector<std::uint64_t>*>> of_set;
        for (const std::vector<ChannelOperation>& set : thread.sets) {
            of_set.emplace_back();
            for (const ChannelOperation& o : set) {
                const OperationChannel& channel = operations.channels[o.channel];
                if (o.group == kLooks || is_inside(channel)) continue;
                of_set.back().push_back(&times[{channel.path, o.push}]);
            }
        }
        const std::size_t moving = std::min(moving_visits(thread), ends[t].size());
        for (std::size_t v = 0; v < moving; ++v)
            for (std::vector<std::uint64_t>* const of : of_set[thread.visits[v].set])
                of->push_back(ends[t][v]);
    }
    return times;
}

ComparedOperations compare_operations(const RecordedOperations& predicted,
                                      const std::vector<ChannelSetting>& settings,
                                      const Run& really) {
    std::vector<std::vector<std::uint64_t>> ends;
    const Replayed replayed = predicted.replay.run(settings, &ends);
    for (std::size_t t = 0; t < ends.size(); ++t)
        for (std::uint64_t& end : ends[t]) end /= predicted.period(t);
    const Ends actual = recorded_ends(really.operations);
    OperationTimes then = operation_times(predicted.operations, ends);
    OperationTimes now = operation_times(really.operations, actual);
    // Neither operations beyond the recording nor those that wait for them can be replayed. Only in
    // a deadlock is it known that the rest never take place.
    OperationTimes known = then;
    if (!replayed.stuck.empty())
        known = operation_times(predicted.operations, recorded_ends(predicted.operations));
    for (const auto& [end, times] : now) then.try_emplace(end);
    const std::uint64_t both = std::min(predicted.cycles(replayed), really.cycles);
    Comparison comparison(
        known_until(really.operations, actual, known_until(predicted.operations, ends, both)));
    for (const auto& [end, times] : then)
        comparison.add(fmt::format("{} {}", end.second ? "push" : "pop", end.first), times,
                       now[end], known[end].size());
    return comparison.take();
}

}  // namespace tapestry
