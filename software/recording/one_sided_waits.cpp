// SPDX-License-Identifier: Apache-2.0
#include "software/recording/one_sided_waits.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "software/library/recording_layout.h"

namespace tapestry {

namespace {

using Entry = RankMessage;

bool by_number(const Entry* a, const Entry* b) { return a->message.number < b->message.number; }

// An interval from a lock to its unlock.
struct Hold {
    const Entry* lock = nullptr;
    const Entry* unlock = nullptr;

    std::uint64_t from() const { return lock->message.end; }
    std::uint64_t to() const { return unlock->message.end; }
    bool is_exclusive() const { return lock->message.tag == 1; }
    int target() const { return lock->message.peer; }  // -1: all
    bool excludes(const Hold& other) const {
        const bool meet = target() < 0 || other.target() < 0 || target() == other.target();
        return meet && (is_exclusive() || other.is_exclusive()) && lock->place != other.lock->place;
    }
};

// For one window, rank and target, locks and unlocks alternate.
using Window = std::pair<int, std::uint64_t>;
using Turn = std::tuple<Window, int, int>;
std::map<Window, std::vector<Hold>> holds_by_window(const std::vector<RankMessage>& all) {
    std::vector<const Entry*> calls;
    for (const Entry& e : all)
        if (e.message.role == TAPESTRY_LOCKS || e.message.role == TAPESTRY_UNLOCKS)
            calls.push_back(&e);
    std::stable_sort(calls.begin(), calls.end(), by_number);
    std::map<Turn, const Entry*> open;
    std::map<Window, std::vector<Hold>> holds;
    for (const Entry* e : calls) {
        const RecordedMessage& m = e->message;
        const Entry*& lock = open[{e->communicator(), e->rank, m.peer}];
        if (m.role == TAPESTRY_LOCKS)
            lock = e;
        else if (lock)
            holds[e->communicator()].push_back({std::exchange(lock, nullptr), e});
    }
    return holds;
}

// The holds of a window sorted by start, to find the holders during a call.
class Holders {
public:
    explicit Holders(std::vector<Hold> holds) : holds_(std::move(holds)) {
        std::stable_sort(holds_.begin(), holds_.end(),
                         [](const Hold& a, const Hold& b) { return a.from() < b.from(); });
        std::uint64_t latest = 0;
        for (const Hold& h : holds_) latest_.push_back(latest = std::max(latest, h.to()));
    }

    const std::vector<Hold>& all() const { return holds_; }

    // Finds the conflicting holds during a call, one after the other; their sum is at most its
    // length.
    void find(const Hold& own, const Entry& call, const TakeWait& take) const {
        std::uint64_t end = call.message.end;
        std::size_t i = first_from(end);
        for (std::size_t seen = 0; i > 0 && seen < kMostHolders; ++seen) {
            if (latest_[--i] <= call.message.start) return;
            const Hold& other = holds_[i];
            if (!own.excludes(other) || !ends_before(own, call, other)) continue;
            const std::uint64_t from = std::max(call.message.start, other.from());
            const std::uint64_t to = std::min(end, other.to());
            if (to <= from) continue;
            take(wait_of(call, WaitPattern::wait_for_lock, other.lock->place, from, to));
            end = from;
        }
    }

private:
    static constexpr std::size_t kMostHolders = 1000;

    std::size_t first_from(std::uint64_t time) const {
        const auto at =
            std::lower_bound(holds_.begin(), holds_.end(), time,
                             [](const Hold& h, std::uint64_t t) { return h.from() < t; });
        return static_cast<std::size_t>(at - holds_.begin());
    }

    // If MPI_Win_lock returned before it had the lock, the unlock acquires it; the rank that
    // unlocks later is the one that waited.
    static bool ends_before(const Hold& own, const Entry& call, const Hold& other) {
        return &call == own.lock || other.to() <= own.to();
    }

    std::vector<Hold> holds_;
    std::vector<std::uint64_t> latest_;  // running maximum of the ends
};

// Epochs that one rank opens for another on a window, in order.
struct Epochs {
    std::vector<const Entry*> starts, posts, completes, waits;
};
using Pair = std::tuple<Window, int, int>;  // window, origin, target

std::map<Pair, Epochs> epochs_of(const std::vector<RankMessage>& all) {
    std::map<Pair, Epochs> epochs;
    for (const Entry& e : all) {
        const RecordedMessage& m = e.message;
        const Pair by_origin{e.communicator(), e.rank, m.peer};
        const Pair by_target{e.communicator(), m.peer, e.rank};
        if (m.role == TAPESTRY_STARTS) epochs[by_origin].starts.push_back(&e);
        if (m.role == TAPESTRY_COMPLETES) epochs[by_origin].completes.push_back(&e);
        if (m.role == TAPESTRY_POSTS) epochs[by_target].posts.push_back(&e);
        if (m.role == TAPESTRY_AWAITS_COMPLETES) epochs[by_target].waits.push_back(&e);
    }
    for (auto& [pair, e] : epochs)
        for (auto* list : {&e.starts, &e.posts, &e.completes, &e.waits})
            std::stable_sort(list->begin(), list->end(), by_number);
    return epochs;
}

void find_late(const std::vector<const Entry*>& who, const std::vector<const Entry*>& late,
               WaitPattern pattern, const TakeWait& take) {
    for (std::size_t i = 0; i < std::min(who.size(), late.size()); ++i)
        if (const auto w = wait_until(*who[i], late[i]->message.start, pattern, *late[i])) take(*w);
}

}  // namespace

void each_wait_for_lock(const std::vector<RankMessage>& all, const TakeWait& take) {
    for (auto& [window, holds] : holds_by_window(all)) {
        const Holders holders(std::move(holds));
        for (const Hold& own : holders.all()) {
            holders.find(own, *own.lock, take);
            holders.find(own, *own.unlock, take);
        }
    }
}

void each_wait_for_epoch(const std::vector<RankMessage>& all, const TakeWait& take) {
    for (const auto& [pair, e] : epochs_of(all)) {
        find_late(e.starts, e.posts, WaitPattern::late_post, take);
        find_late(e.completes, e.posts, WaitPattern::late_post, take);
        find_late(e.waits, e.completes, WaitPattern::late_complete, take);
    }
}

}  // namespace tapestry
