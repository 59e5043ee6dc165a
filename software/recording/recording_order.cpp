// SPDX-License-Identifier: Apache-2.0
#include "software/recording/recording_order.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "software/library/recording_layout.h"
#include "software/recording/worlds.h"

namespace tapestry {

namespace {

// Drops processes that recorded nothing, unless they are a rank or drive a board.
void drop_empty_recordings(std::vector<Recording>& recordings) {
    std::erase_if(recordings, [](const Recording& r) {
        return r.threads.empty() && r.rank < 0 && r.board.empty() && !r.has_strange_mpi;
    });
}

// A program launched as a rank is that rank, even if it never calls MPI. Of several such processes,
// after a fork, the first one is.
void adopt_ranks(std::vector<Recording>& recordings) {
    using Rank = std::pair<std::uint64_t, int>;  // world and number
    std::map<Rank, Recording*> first;
    std::set<Rank> taken;
    for (Recording& r : recordings) {
        if (r.rank >= 0) taken.insert({r.world, r.rank});
        if (r.rank >= 0 || r.launched < 0) continue;
        Recording*& known = first[{r.world, r.launched}];
        if (!known || r.start < known->start) known = &r;
    }
    for (const auto& [rank, recording] : first)
        if (!taken.contains(rank)) recording->rank = rank.second;
}

// A process that calls exec has ended normally.
void note_exec(std::vector<Recording>& recordings) {
    for (Recording& r : recordings) {
        const bool goes_on =
            std::any_of(recordings.begin(), recordings.end(), [&](const Recording& later) {
                return later.pid == r.pid && later.boot == r.boot &&
                       later.start_ticks > r.start_ticks;
            });
        if (r.ending == TAPESTRY_ENDED_BY_FORCE && goes_on) r.ending = TAPESTRY_ENDED_BY_EXEC;
    }
}

constexpr std::size_t kMostGenerations =
    64;  // that are looked back: numbers of processes come again

// Sorts by world and rank, then by time. A program may start another one before it records anything
// itself; it still precedes its child.
void sort_recordings(std::vector<Recording>& recordings) {
    std::map<std::pair<std::string, std::uint32_t>, std::size_t> by_pid;
    for (std::size_t i = 0; i < recordings.size(); ++i) {
        const auto [at, fresh] = by_pid.try_emplace({recordings[i].boot, recordings[i].pid}, i);
        if (!fresh && recordings[i].start < recordings[at->second].start) at->second = i;
    }
    std::vector<std::uint64_t> first, depth(recordings.size());
    for (const Recording& r : recordings) first.push_back(r.start);
    for (std::size_t i = 0; i < recordings.size(); ++i)
        for (std::size_t at = i; depth[i] < kMostGenerations; ++depth[i]) {
            const auto parent = by_pid.find({recordings[at].boot, recordings[at].parent_pid});
            if (parent == by_pid.end() || parent->second == at) break;
            at = parent->second;
            first[at] = std::min(first[at], recordings[i].start);
        }
    const Worlds worlds(recordings);
    std::vector<std::size_t> order(recordings.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [&](std::size_t i) {
        const Recording& r = recordings[i];
        return std::tuple(worlds.of(r), r.rank, first[i], depth[i], r.start, r.pid);
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    std::vector<Recording> sorted;
    for (const std::size_t i : order) sorted.push_back(std::move(recordings[i]));
    recordings = std::move(sorted);
}

}  // namespace

void put_in_order(std::vector<Recording>& recordings) {
    note_exec(recordings);
    drop_empty_recordings(recordings);
    adopt_ranks(recordings);
    sort_recordings(recordings);
}

}  // namespace tapestry
