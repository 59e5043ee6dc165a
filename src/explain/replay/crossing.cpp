// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/crossing.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>

#include "explain/replay/channel_facts.h"

namespace tapestry {

namespace {

using Times = std::vector<std::uint64_t>;

// Number of occurrences of each latency.
using SeenLatencies = std::map<std::uint64_t, std::uint64_t>;

std::uint64_t most_seen(const SeenLatencies& seen) {
    return std::max_element(seen.begin(), seen.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
}

// Cycles from the first edge at or after `other` to `time`; nothing if `time` is earlier. Both are
// given in cycles of their own clocks.
std::optional<std::uint64_t> cycles_behind(std::uint64_t time, std::uint64_t period,
                                           std::uint64_t other, std::uint64_t other_period) {
    const std::uint64_t edge = (other * other_period + period - 1) / period;
    return time < edge ? std::nullopt : std::optional(time - edge);
}

class Crossing {
public:
    Crossing(const ClockedHandshake& input, const ClockedHandshake& output)
        : input_(input),
          output_(output),
          pushes_(input.handshake->transfers()),
          pops_(output.handshake->transfers()) {}

    std::uint64_t latency() const {
        SeenLatencies seen, all;
        for (const std::size_t n : waited_transfers(*output_.handshake, StretchKind::starved))
            note_latency(n, seen);
        if (!seen.empty()) return most_seen(seen);
        for (std::size_t n = 0; n < pops_.size(); ++n) note_latency(n, all);
        return all.empty() ? 1 : all.begin()->first;
    }

    std::uint64_t most_held() const {
        std::uint64_t most = 1;
        std::size_t left = 0;
        for (std::size_t n = 0; n < pushes_.size(); ++n) {
            while (left < pops_.size() &&
                   pops_[left] * output_.period <= pushes_[n] * input_.period)
                ++left;
            most = std::max<std::uint64_t>(most, n + 1 - std::min(left, n + 1));
        }
        return most;
    }

    // Tries the possible capacities and keeps the one for which most pushes come equally long after
    // the pop that they waited for.
    void find_room(OperationChannel& channel) const {
        const std::uint64_t held = most_held();
        channel.capacity = held;
        channel.room = 1;
        const std::vector<std::size_t> waited =
            waited_transfers(*input_.handshake, StretchKind::blocked);
        std::uint64_t best = 0;
        for (const std::uint64_t capacity : {held, std::bit_ceil(held), held + 1, held + 2}) {
            const SeenLatencies seen = rooms(capacity, waited);
            if (seen.empty()) continue;
            const std::uint64_t room = most_seen(seen), count = seen.at(room);
            if (count <= best) continue;
            best = count;
            channel.capacity = capacity;
            channel.room = room;
        }
    }

private:
    void note_latency(std::size_t n, SeenLatencies& seen) const {
        if (n >= pushes_.size() || n >= pops_.size()) return;
        if (const auto cycles = cycles_behind(pops_[n], output_.period, pushes_[n], input_.period))
            ++seen[*cycles];
    }

    SeenLatencies rooms(std::uint64_t capacity, const std::vector<std::size_t>& waited) const {
        SeenLatencies seen;
        for (const std::size_t n : waited) {
            if (n < capacity || n - capacity >= pops_.size()) continue;
            if (const auto cycles =
                    cycles_behind(pushes_[n], input_.period, pops_[n - capacity], output_.period))
                ++seen[*cycles];
        }
        return seen;
    }

    const ClockedHandshake &input_, &output_;
    const Times pushes_, pops_;
};

}  // namespace

void find_crossing(const ClockedHandshake& input, const ClockedHandshake& output,
                   OperationChannel& channel) {
    const Crossing crossing(input, output);
    channel.latency = crossing.latency();
    crossing.find_room(channel);
    channel.depth = channel.capacity;
}

}  // namespace tapestry
