// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/channel_facts.h"

#include <algorithm>
#include <optional>

namespace tapestry {

namespace {

std::uint64_t latency_of(const std::vector<std::uint64_t>& pushes,
                         const std::vector<std::uint64_t>& pops,
                         const std::vector<std::size_t>& waited) {
    std::optional<std::uint64_t> least;
    auto look = [&](std::size_t n) {
        if (n >= pushes.size() || n >= pops.size() || pops[n] < pushes[n]) return;
        least = std::min(least.value_or(pops[n] - pushes[n]), pops[n] - pushes[n]);
    };
    for (const std::size_t n : waited) look(n);
    if (least) return *least;
    for (std::size_t n = 0; n < pops.size(); ++n) look(n);
    return std::min<std::uint64_t>(least.value_or(1), 1);
}

// The largest occupancy. `gone`: a beat that is popped in the cycle of a push no longer counts.
std::uint64_t most_held(const std::vector<std::uint64_t>& pushes,
                        const std::vector<std::uint64_t>& pops, bool gone) {
    std::uint64_t most = 0;
    std::size_t left = 0;
    for (std::size_t n = 0; n < pushes.size(); ++n) {
        while (left < pops.size() && (gone ? pops[left] <= pushes[n] : pops[left] < pushes[n]))
            ++left;
        most = std::max<std::uint64_t>(most, n + 1 - std::min(left, n + 1));
    }
    return most;
}

// Cycles from a pop to the push that waited for it, if they are the same for all such pushes.
std::optional<std::uint64_t> room_of(const std::vector<std::uint64_t>& pushes,
                                     const std::vector<std::uint64_t>& pops,
                                     const std::vector<std::size_t>& waited,
                                     std::uint64_t capacity) {
    std::optional<std::uint64_t> room;
    for (const std::size_t n : waited) {
        if (n < capacity || n - capacity >= pops.size()) return std::nullopt;
        const std::uint64_t pop = pops[n - capacity];
        if (pushes[n] < pop || (room && *room != pushes[n] - pop)) return std::nullopt;
        room = pushes[n] - pop;
    }
    return room;
}

}  // namespace

std::vector<std::size_t> waited_transfers(const RecordedHandshake& handshake, StretchKind behind) {
    std::vector<std::size_t> waited;
    std::size_t transfer = 0;
    for (std::size_t i = 0; i < handshake.stretches.size(); ++i) {
        if (handshake.stretches[i].kind != StretchKind::transfer) continue;
        if (i > 0 && handshake.stretches[i - 1].kind == behind) waited.push_back(transfer);
        transfer += handshake.end_of(i) - handshake.stretches[i].start;
    }
    return waited;
}

void find_facts(const RecordedHandshake& input, const RecordedHandshake& output,
                OperationChannel& channel) {
    const std::vector<std::uint64_t> pushes = input.transfers(), pops = output.transfers();
    channel.latency = latency_of(pushes, pops, waited_transfers(output, StretchKind::starved));
    const std::vector<std::size_t> waited = waited_transfers(input, StretchKind::blocked);
    const std::uint64_t still = most_held(pushes, pops, false),
                        gone = most_held(pushes, pops, true);
    channel.room = 1;
    channel.capacity = std::max({channel.depth, gone, std::uint64_t{1}});
    if (waited.empty()) return;
    // A push had to wait, so the queue was full and its largest occupancy is its capacity, whatever
    // the size of its memory. A queue that accepts a push in the cycle of a pop while it is full
    // has room 0.
    for (const std::uint64_t capacity : {channel.depth, gone, still}) {
        const bool held = gone <= capacity && capacity <= still;
        const std::optional<std::uint64_t> room =
            held ? room_of(pushes, pops, waited, capacity) : std::nullopt;
        if (!room) continue;
        channel.capacity = capacity;
        channel.room = *room;
        return;
    }
    channel.capacity = std::max(channel.capacity, still);
}

}  // namespace tapestry
