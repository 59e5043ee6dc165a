// SPDX-License-Identifier: Apache-2.0
#include "software/recording/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/codes/software.h"
#include "software/library/recording_layout.h"
#include "software/recording/meetings.h"
#include "software/recording/waits.h"

namespace tapestry {

namespace {

// Waits of one-sided MPI calls:
//
//   wait_for_lock   MPI_Win_lock, or the unlock if the lock is acquired only then, while another
//                   rank held a conflicting lock of that window and target
//   late_post       an origin waits for a target to open its window
//   late_complete   a target waits for an origin to finish with its window

using Entry = RankMessages;

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
std::map<Window, std::vector<Hold>> holds_by_window(const std::vector<RankMessages>& all) {
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
    void find(const Hold& own, const Entry& call, std::vector<FoundWait>& waits) const {
        std::uint64_t end = call.message.end;
        std::size_t i = first_from(end);
        for (std::size_t seen = 0; i > 0 && seen < kMostHolders; ++seen) {
            if (latest_[--i] <= call.message.start) return;
            const Hold& other = holds_[i];
            if (!own.excludes(other) || !ends_before(own, call, other)) continue;
            const std::uint64_t from = std::max(call.message.start, other.from());
            const std::uint64_t to = std::min(end, other.to());
            if (to <= from) continue;
            waits.push_back({&call, "wait_for_lock", other.lock->place, to - from, from});
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

std::map<Pair, Epochs> epochs_of(const std::vector<RankMessages>& all) {
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
               const char* pattern, std::vector<FoundWait>& waits) {
    for (std::size_t i = 0; i < std::min(who.size(), late.size()); ++i)
        if (const auto w = wait_until(*who[i], late[i]->message.start, pattern, *late[i]))
            waits.push_back(*w);
}

// Considers locks, posts and starts; entries of other roles are ignored.
std::vector<FoundWait> waits_for_locks(const std::vector<RankMessages>& all) {
    std::map<Window, std::vector<Hold>> by_window = holds_by_window(all);
    std::vector<FoundWait> waits;
    for (auto& [window, holds] : by_window) {
        const Holders holders(std::move(holds));
        for (const Hold& own : holders.all()) {
            holders.find(own, *own.lock, waits);
            holders.find(own, *own.unlock, waits);
        }
    }
    return waits;
}

std::vector<FoundWait> waits_for_epochs(const std::vector<RankMessages>& all) {
    std::vector<FoundWait> waits;
    for (const auto& [pair, e] : epochs_of(all)) {
        find_late(e.starts, e.posts, "late_post", waits);
        find_late(e.completes, e.posts, "late_post", waits);
        find_late(e.waits, e.completes, "late_complete", waits);
    }
    return waits;
}

using Entry = RankMessages;

class MessageJoiner {
public:
    MessageJoiner(HostPart& host, Diagnostics& diagnostics)
        : host_(host), diagnostics_(diagnostics) {}

    std::vector<CallWait> join(const std::vector<Entry>& all) {
        for (const Entry& e : all) {
            switch (e.message.role) {
                case TAPESTRY_SENDS:
                case TAPESTRY_RECEIVES:
                    add_to_line(e);
                    break;
                case TAPESTRY_SENDS | kGone:
                case TAPESTRY_RECEIVES | kGone:
                    add_gone(e);
                    break;
                case kUnknownGone:
                    not_known_.insert(e.rank);
                    break;
                case TAPESTRY_SENDS | TAPESTRY_AWAITED:
                    awaited_[{e.rank, e.message.number}] = &e;
                    break;
                case TAPESTRY_PUTS:
                case TAPESTRY_GETS:
                    add_one_sided(e);
                    break;
                case TAPESTRY_TO_DEVICE:
                case TAPESTRY_FROM_DEVICE:
                    add_device_transfer(e);
                    break;
                default:
                    break;
            }
        }
        for (auto& [key, line] : lines_)
            if (is_known(std::get<1>(key), std::get<2>(key))) join_line(line);
        store_waits(all);
        name_one_sided();
        std::stable_sort(host_.messages.begin(), host_.messages.end(), by_time);
        say_unmatched();
        say_too_early();
        return call_waits(waits_);
    }

private:
    static bool by_time(const RunMessage& a, const RunMessage& b) {
        return time_of(a) < time_of(b);
    }
    static std::uint64_t time_of(const RunMessage& m) {
        return m.send_call.empty() ? m.receive_start_ns : m.send_start_ns;
    }

    // One side of a line. What was overwritten of it came before what is there, except for a few
    // that were posted early and ended late: which those are among the others is not known.
    struct Side {
        std::vector<const Entry*> there;
        std::uint64_t gone = 0;
        std::uint64_t last_gone = 0;

        // Sorts what is there, and leaves out those whose place in the line is not known. Returns
        // the place of the first that is left.
        std::uint64_t settle() {
            std::stable_sort(there.begin(), there.end(), [](const Entry* a, const Entry* b) {
                return a->message.number < b->message.number;
            });
            const auto known = std::find_if(there.begin(), there.end(), [&](const Entry* e) {
                return gone == 0 || e->message.number > last_gone;
            });
            const auto before = static_cast<std::uint64_t>(known - there.begin());
            there.erase(there.begin(), known);
            return gone + before;
        }
        // Leaves out so many at the beginning.
        void skip(std::uint64_t count) {
            const auto most = std::min<std::uint64_t>(count, there.size());
            there.erase(there.begin(), there.begin() + static_cast<std::ptrdiff_t>(most));
        }
    };

    // Messages with the same communicator, sender, receiver and tag do not overtake each other.
    struct Line {
        Side sends;
        Side receives;
    };

    Side& side_of(const Entry& e, bool sends) {
        const int from = sends ? e.rank : e.message.peer;
        const int to = sends ? e.message.peer : e.rank;
        Line& line = lines_[{e.communicator(), from, to, e.message.tag}];
        return sends ? line.sends : line.receives;
    }

    void add_to_line(const Entry& e) {
        place_of_[e.rank] = e.place;
        side_of(e, e.message.role == TAPESTRY_SENDS).there.push_back(&e);
    }

    void add_gone(const Entry& e) {
        Side& side = side_of(e, (e.message.role & ~kGone) == TAPESTRY_SENDS);
        side.gone += e.message.bytes;
        side.last_gone = std::max(side.last_gone, e.message.number);
    }

    // Of a message whose other side was overwritten nothing is said.
    void join_line(Line& line) {
        const std::uint64_t sent = line.sends.settle(), received = line.receives.settle();
        line.sends.skip(std::max(sent, received) - sent);
        line.receives.skip(std::max(sent, received) - received);
        const std::vector<const Entry*>&sends = line.sends.there, &receives = line.receives.there;
        for (std::size_t i = 0; i < std::max(sends.size(), receives.size()); ++i)
            add_message(i < sends.size() ? sends[i] : nullptr,
                        i < receives.size() ? receives[i] : nullptr);
    }

    // What a rank sent or received that does not know what it has forgotten fits nothing.
    bool is_known(int from, int to) const {
        return !not_known_.contains(from) && !not_known_.contains(to);
    }

    int place_of_rank(int rank) const {
        const auto at = place_of_.find(rank);
        return at == place_of_.end() ? -1 : at->second;
    }

    // A message that was there before the run's time begins is no part of it.
    void add_message(const Entry* send, const Entry* receive) {
        if ((!send || send->message.end == 0) && (!receive || receive->message.end == 0)) return;
        const RecordedMessage& any = (send ? send : receive)->message;
        RunMessage m;
        m.tag = any.tag;
        m.communicator = communicator_name(any.communicator);
        m.bytes = (receive ? receive : send)->message.bytes;
        m.from = send ? send->place : place_of_rank(any.peer);
        m.to = receive ? receive->place : place_of_rank(any.peer);
        if (send) {
            m.send_call = send->call;
            m.send_start_ns = send->message.start;
            m.send_end_ns = send->message.end;
        }
        if (receive) {
            m.receive_call = receive->call;
            m.receive_start_ns = receive->message.start;
            m.receive_end_ns = receive->message.end;
        }
        if (send && receive) {
            check_order(send->message.start, receive->message.end);
            add_waits(*send, *receive);
        }
        unreceived_ += receive ? 0 : 1;
        unsent_ += send ? 0 : 1;
        host_.messages.push_back(std::move(m));
    }

    // Nothing arrives before it is sent, whatever the clocks of two machines say.
    void check_order(std::uint64_t sent, std::uint64_t received) {
        if (received >= sent) return;
        ++too_early_;
        earliest_ns_ = std::max(earliest_ns_, sent - received);
    }

    // A nonblocking send waits in the call that completes it.
    const Entry& waiting_part(const Entry& send) const {
        const auto at = awaited_.find({send.rank, send.message.number});
        return at == awaited_.end() ? send : *at->second;
    }

    void add_waits(const Entry& send, const Entry& receive) {
        const std::uint64_t came = receive.message.start;
        const Entry& sending = waiting_part(send);
        if (send.message.start > came)
            keep(wait_until(receive, send.message.start, "late_sender", send));
        else if (sending.message.end >= came)
            keep(wait_until(sending, came, "late_receiver", receive));
    }

    void keep(const std::optional<FoundWait>& wait) {
        if (wait) waits_.push_back(*wait);
    }

    void add_one_sided(const Entry& e) {
        const RecordedMessage& m = e.message;
        RunMessage out;
        const bool puts = m.role == TAPESTRY_PUTS;
        (puts ? out.from : out.to) = e.place;
        (puts ? out.send_call : out.receive_call) = e.call;
        (puts ? out.send_start_ns : out.receive_start_ns) = m.start;
        (puts ? out.send_end_ns : out.receive_end_ns) = m.end;
        out.tag = m.tag;
        out.bytes = m.bytes;
        out.communicator = communicator_name(m.communicator);
        one_sided_.emplace_back(host_.messages.size(), m.peer);
        host_.messages.push_back(std::move(out));
        place_of_[e.rank] = e.place;
    }

    // The call is known on one side only, and is taken for both.
    void add_device_transfer(const Entry& e) {
        const RecordedMessage& m = e.message;
        const bool sends = m.role == TAPESTRY_TO_DEVICE;
        RunMessage out;
        out.from = sends ? e.place : m.peer;
        out.to = sends ? m.peer : e.place;
        out.send_call = out.receive_call = e.call;
        out.send_start_ns = out.receive_start_ns = m.start;
        out.send_end_ns = out.receive_end_ns = m.end;
        out.bytes = m.bytes;
        out.communicator = "device";
        host_.messages.push_back(std::move(out));
    }

    void store_waits(const std::vector<Entry>& all) {
        for (auto* find : {waits_at_meetings, waits_for_epochs}) {
            const std::vector<FoundWait> found = find(all);
            waits_.insert(waits_.end(), found.begin(), found.end());
        }
        waits_ = longest_of_each_call(std::move(waits_));
        for (auto* find : {waits_for_locks, waits_for_threads}) {
            const std::vector<FoundWait> found = find(all);
            waits_.insert(waits_.end(), found.begin(), found.end());
        }
        host_.waits = summed_waits(waits_);
    }

    void name_one_sided() {
        for (const auto& [message, peer] : one_sided_) {
            RunMessage& m = host_.messages[message];
            (m.from < 0 ? m.from : m.to) = place_of_rank(peer);
        }
    }

    void say_too_early() {
        if (too_early_ > 0)
            diagnostics_.report(code::message_too_early, {}, too_early_, earliest_ns_);
    }

    void say_unmatched() {
        if (unreceived_ > 0)
            diagnostics_.report(code::message_unmatched, {}, unreceived_, "sent", "received");
        if (unsent_ > 0)
            diagnostics_.report(code::message_unmatched, {}, unsent_, "received", "sent");
    }

    HostPart& host_;
    Diagnostics& diagnostics_;
    std::map<std::tuple<std::pair<int, std::uint64_t>, int, int, int>, Line> lines_;
    std::map<std::pair<int, std::uint64_t>, const Entry*> awaited_;  // by rank and number
    std::vector<FoundWait> waits_;
    std::set<int> not_known_;      // ranks that do not know which messages were overwritten
    std::map<int, int> place_of_;  // by rank: a thread of it that communicated
    std::vector<std::pair<std::size_t, int>> one_sided_;
    std::uint64_t unreceived_ = 0;
    std::uint64_t unsent_ = 0;
    std::uint64_t too_early_ = 0;  // messages that arrived before they were sent
    std::uint64_t earliest_ns_ = 0;
};

}  // namespace

std::string communicator_name(std::uint64_t communicator) {
    return communicator == 0 ? "world" : fmt::format("{:x}", communicator);
}

std::vector<CallWait> join_messages(std::vector<RankMessages> all, HostPart& host,
                                    Diagnostics& diagnostics) {
    return MessageJoiner(host, diagnostics).join(all);
}

}  // namespace tapestry
