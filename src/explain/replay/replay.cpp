// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/replay.h"

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "explain/replay/turn_taker.h"

namespace tapestry {

namespace {

constexpr std::uint64_t kLongestDelay = std::numeric_limits<std::uint32_t>::max();

// More than the beats of any recording.
constexpr std::uint64_t kUnbounded = std::uint64_t{1} << 62;

constexpr std::uint64_t kNotGiven = std::numeric_limits<std::uint64_t>::max();

// Ends that are never open in the same cycle do not meet; the search for one stops here.
constexpr int kMostRounds = 1 << 20;

// A thread that waits for one which has finished waits for something beyond the recording, and so
// does every thread that waits for it. The remaining threads wait in a cycle: a deadlock.
void find_stuck(const std::vector<Replay::Thread>& threads,
                const std::vector<Replay::Ends>& channels, const std::vector<ThreadState>& states,
                Replayed& out) {
    std::vector<bool> ends(threads.size());
    for (std::size_t t = 0; t < threads.size(); ++t)
        ends[t] = out.done[t] >= threads[t].steps.size();
    auto on = [&](std::size_t t) { return other_end(channels[states[t].channel], t); };
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t t = 0; t < threads.size(); ++t) {
            if (ends[t] || (on(t) != Replay::kNobody && !ends[on(t)])) continue;
            ends[t] = moved = true;
        }
    }
    for (std::size_t t = 0; t < threads.size(); ++t)
        if (!ends[t]) out.stuck.push_back({t, states[t].channel, states[t].for_room, on(t)});
}

class Runner : private TurnTaker {
public:
    Runner(const std::vector<Replay::Thread>& threads, const std::vector<Replay::Ends>& ends,
           const std::vector<ChannelSetting>& settings,
           std::vector<std::vector<std::uint64_t>>* visit_ends)
        : TurnTaker(threads, ends, settings), visit_ends_(visit_ends) {
        if (visit_ends) visit_ends->assign(threads.size(), {});
    }

    Replayed run() {
        do {
            while (!work_.empty()) {
                const std::uint32_t t = work_.back();
                work_.pop_back();
                states_[t].queued = false;
                advance(t);
            }
        } while (decide());
        Replayed out;
        for (std::uint32_t t = 0; t < states_.size(); ++t) {
            out.done.push_back(visits_done(t));
            out.end.push_back(states_[t].now);
        }
        out.misordered = misordered_;
        find_stuck(threads_, ends_, states_, out);
        return out;
    }

private:
    void advance(std::uint32_t t) {
        do run_turn(t);
        while (!states_[t].pending && states_[t].next == states_[t].stop && take_turn(t));
    }

    void run_turn(std::uint32_t t) {
        const Replay::Thread& thread = threads_[t];
        ThreadState& s = states_[t];
        const std::size_t stop = s.stop;
        while (s.next < stop && !s.pending) {
            const Replay::Step step = thread.steps[s.next];
            const Replay::Set& set = thread.sets[step.set];
            if (set.only != Replay::kNobody) {
                if (!(set.only_pops ? pop_one(t, s, step.delay, set.only)
                                    : push_one(t, s, step.delay, set.only)))
                    return;
                continue;
            }
            std::uint64_t time = std::max(s.now + delay_of(t) * thread.period, not_before(t));
            if (!has_seen(t, set, time)) return;
            if (!set.groups.empty()) {
                if (!run_groups(t, s, set, time)) return;
                continue;
            }
            if (!pops_can(t, set, time)) return;
            const bool groups = !set.push_groups.empty();
            if (!groups && !pushes_can(t, set, time)) return;
            if (groups && set.handshakes.empty() && !groups_can(t, set, time)) return;
            if (!set.handshakes.empty()) {
                if (!stand_at_handshakes(t, set, time)) return;
                continue;
            }
            commit(t, set, opened(t, time));
        }
    }

    bool stand_at_handshakes(std::uint32_t t, const Replay::Set& set, std::uint64_t ready) {
        ThreadState& s = states_[t];
        s.ready = ready;
        s.pending = true;
        s.channel = set.handshakes.front();
        s.for_room = false;
        for (const std::uint32_t c : set.handshakes) wake(channels_[c].waits_for_offer);
        return meet(t);
    }

    // Runs a visit with groups from `ready` on. Groups without direct handshakes go first: they do
    // not depend on when the outside accepts the others.
    bool run_groups(std::uint32_t t, ThreadState& s, const Replay::Set& set, std::uint64_t ready) {
        s.given.resize(set.groups.size(), kNotGiven);
        bool all = true;
        for (std::size_t i = 0; i < set.groups.size(); ++i)
            if (s.given[i] == kNotGiven && set.groups[i] != set.hand_group)
                all = go(t, set, set.groups[i], ready) && all;
        if (!all) return false;
        if (set.handshakes.empty()) {
            commit(t, set, ready);
            return true;
        }
        return group_can(t, set, set.hand_group, ready) && stand_at_handshakes(t, set, ready);
    }

    // The groups of a visit that are left move at `time`.
    void commit_groups(std::uint32_t t, const Replay::Set& set, std::uint64_t time) {
        ThreadState& s = states_[t];
        for (std::size_t i = 0; i < set.groups.size(); ++i)
            if (s.given[i] == kNotGiven) move(t, set, i, time);
        for (const std::uint64_t group_time : s.given) time = std::max(time, group_time);
        s.given.clear();
        end_visit(t, s, time);
    }

    // A fast path for most visits: one operation, on a channel that is not rigid.
    bool pop_one(std::uint32_t t, ThreadState& s, std::uint64_t delay, std::uint32_t c) {
        ChannelState& channel = channels_[c];
        const std::uint64_t n = channel.pops.size();
        if (n >= channel.pushes.size()) return wait(t, c, false);
        const std::uint64_t time =
            std::max(s.now + delay, channel.pushes[n] + channel.setting.latency);
        channel.pops.push_back(time);
        if (channel.waits_for_room != Replay::kNobody) wake(channel.waits_for_room);
        end_visit(t, s, time);
        return true;
    }
    bool push_one(std::uint32_t t, ThreadState& s, std::uint64_t delay, std::uint32_t c) {
        ChannelState& channel = channels_[c];
        std::uint64_t time = s.now + delay;
        if (!has_room(t, c, time)) return false;
        channel.pushes.push_back(time);
        if (channel.waits_for_beat != Replay::kNobody) wake(channel.waits_for_beat);
        end_visit(t, s, time);
        return true;
    }

    void end_visit(std::uint32_t t, ThreadState& s, std::uint64_t time) {
        s.now = time;
        ++s.next;
        if (visit_ends_) (*visit_ends_)[t].push_back(time);
    }

    // Each group moves as soon as it can, whether or not the others ever can; the visit ends with
    // the last of them.
    bool groups_can(std::uint32_t t, const Replay::Set& set, std::uint64_t& time) {
        std::vector<std::uint64_t>& given = states_[t].given;
        given.resize(set.pushes.size(), kNotGiven);
        bool all = true;
        for (std::size_t i = 0; i < set.pushes.size(); ++i)
            if (given[i] == kNotGiven) all = give_group(t, set, set.push_groups[i], time) && all;
        if (!all) return false;
        for (const std::uint64_t group_time : given) time = std::max(time, group_time);
        return true;
    }

    bool give_group(std::uint32_t t, const Replay::Set& set, std::uint32_t group,
                    std::uint64_t time) {
        for (std::size_t i = 0; i < set.pushes.size(); ++i)
            if (set.push_groups[i] == group && !has_room(t, set.pushes[i], time)) return false;
        time = at_edge(t, time);
        for (std::size_t i = 0; i < set.pushes.size(); ++i) {
            if (set.push_groups[i] != group) continue;
            note_number(t, i, set.pushes[i]);
            push(set.pushes[i], time);
            states_[t].given[i] = time;
        }
        return true;
    }

    void commit(std::uint32_t t, const Replay::Set& set, std::uint64_t time) {
        if (!set.groups.empty()) return commit_groups(t, set, time);
        for (std::size_t i = 0; i < set.pops.size(); ++i) {
            check_number(t, i, set.pops[i]);
            pop(set.pops[i], time);
        }
        for (std::size_t i = 0; i < set.pushes.size() && set.push_groups.empty(); ++i) {
            note_number(t, i, set.pushes[i]);
            push(set.pushes[i], time);
        }
        states_[t].given.clear();
        end_visit(t, states_[t], time);
    }

    // Fires the visits of all threads that wait at handshakes with each other, `t` among them.
    // False if one has not arrived; it calls meet() itself when it does.
    bool meet(std::uint32_t t) {
        met_.assign(1, t);
        std::uint64_t time = 0;
        for (std::size_t i = 0; i < met_.size(); ++i) {
            const std::uint32_t member = met_[i];
            time = std::max(time, states_[member].ready);
            for (const std::uint32_t c : set_of(member).handshakes) {
                if (!is_offered(member, c)) {
                    states_[member].channel = c;
                    return false;
                }
                const std::uint32_t other = other_end(ends_[c], member);
                if (std::find(met_.begin(), met_.end(), other) == met_.end()) met_.push_back(other);
            }
        }
        if (!all_can(time)) return false;
        for (const std::uint32_t member : met_) check_handshakes(member);
        for (const std::uint32_t member : met_) {
            states_[member].pending = false;
            commit(member, set_of(member), time);
            if (member != t) call(member);
        }
        return true;
    }

    void check_handshakes(std::uint32_t t) {
        for (const std::uint32_t c : set_of(t).handshakes) {
            const std::uint32_t writer = ends_[c].writer;
            if (is_numbered(t, c) && t != writer)
                check_number(t, c, handshake_number(writer, states_[writer].next, c),
                             handshake_number(t, states_[t].next, c));
        }
    }

    // Moves `time` on to the first cycle in which all threads of `met_` can move. Their groups
    // start from it and a rigid channel may be stalled, so the search may take several rounds.
    bool all_can(std::uint64_t& time) {
        const std::uint64_t start = time;
        for (const std::uint32_t member : met_) {
            const Replay::Set& set = set_of(member);
            std::uint64_t end = start;
            if (!set.push_groups.empty() && !groups_can(member, set, end)) return give_up(member);
            time = std::max(time, end);
        }
        int rounds = 0;
        for (bool moved = true; moved;) {
            if (++rounds > kMostRounds) return give_up(met_.front());
            const std::uint64_t before = time;
            for (const std::uint32_t member : met_) time = opened(member, time);
            for (const std::uint32_t member : met_)
                for (const std::uint32_t c : set_of(member).pushes)
                    if (channels_[c].is_rigid() && !moves(member, c, time)) return give_up(member);
            moved = time != before;
        }
        return true;
    }

    bool give_up(std::uint32_t t) {
        states_[t].pending = false;
        return false;
    }

    std::vector<std::uint32_t> met_;
    std::vector<std::vector<std::uint64_t>>* visit_ends_;
};

}  // namespace

Replay::Replay(const Operations& operations, bool together,
               const std::vector<std::uint64_t>& periods)
    : channels_(operations.channels.size()), together_(together) {
    for (const OperationChannel& c : operations.channels) {
        recorded_.push_back({c.capacity, c.latency, c.room});
        if (c.capacity == 0 && c.room == kTakenAtOnce) recorded_.back() = {kUnbounded, 0, 0};
    }
    for (std::size_t t = 0; t < operations.threads.size(); ++t)
        add_thread(operations.threads[t], periods.empty() ? 1 : periods[t]);
    add_turns(operations);
}

void Replay::add_turns(const Operations& operations) {
    std::vector<Turns> turns = turns_of(operations);
    std::vector<std::uint32_t> pushed(channels_.size()), popped(channels_.size());
    for (std::size_t t = 0; t < threads_.size(); ++t) {
        if (turns[t].empty()) continue;
        threads_[t].turns = std::move(turns[t]);
        number(threads_[t], pushed, popped);
        for (Set& set : threads_[t].sets) {
            set.only = kNobody;
            for (const auto* given : {&set.pushes, &set.handshakes})
                for (const std::uint32_t c : *given)
                    if (channels_[c].writer == t) channels_[c].numbered = true;
        }
    }
}

void Replay::number(Thread& thread, std::vector<std::uint32_t>& pushed,
                    std::vector<std::uint32_t>& popped) {
    const auto t = static_cast<std::uint32_t>(&thread - threads_.data());
    for (const Step& step : thread.steps) {
        const Set& set = thread.sets[step.set];
        thread.first_number.push_back(thread.numbers.size());
        for (const std::uint32_t c : set.pops) thread.numbers.push_back(popped[c]++);
        for (const std::uint32_t c : set.pushes) thread.numbers.push_back(pushed[c]++);
        for (const std::uint32_t c : set.handshakes)
            thread.numbers.push_back((channels_[c].writer == t ? pushed : popped)[c]++);
    }
}

void Replay::add_thread(const OperationThread& from, std::uint64_t period) {
    const auto t = static_cast<std::uint32_t>(threads_.size());
    threads_.emplace_back();
    for (const auto& set : from.sets) add_set(t, set);
    Thread& thread = threads_.back();
    thread.period = period;
    if (has_openings(from) || period > 1)
        for (Set& set : thread.sets) set.only = kNobody;
    thread.openings = Openings(from);
    const std::size_t moving = moving_visits(from);
    thread.steps.reserve(moving);
    for (std::size_t i = 0; i < moving; ++i) {
        const Visit& v = from.visits[i];
        thread.steps.push_back(
            {static_cast<std::uint32_t>(std::min(v.delay, kLongestDelay)), v.set});
        events_ += from.sets[v.set].size();
        for (const ChannelOperation& o : from.sets[v.set])
            if (o.group != kLooks)
                ++(o.push ? channels_[o.channel].pushes : channels_[o.channel].pops);
    }
}

bool Replay::has_groups(const std::vector<ChannelOperation>& set) const {
    return std::any_of(set.begin(), set.end(), [&](const ChannelOperation& o) {
        return o.group != 0 && o.group != kLooks && (!o.push || is_by_hand(o));
    });
}

// Pushes that are perhaps apart move each in a group of its own, or with the first (`together_`).
// All direct handshakes share one group.
std::vector<ChannelOperation> Replay::with_known_groups(std::vector<ChannelOperation> set) const {
    const bool groups = has_groups(set);
    std::uint32_t by_hand = kLooks;
    for (ChannelOperation& o : set) {
        if (together_ && is_perhaps_apart(o.group)) o.group = groups ? 1 : 0;
        if (groups && is_by_hand(o) && o.group != kLooks) by_hand = std::min(by_hand, o.group);
    }
    for (ChannelOperation& o : set)
        if (groups && is_by_hand(o) && o.group != kLooks) o.group = by_hand;
    return set;
}

void Replay::add_set(std::uint32_t thread, const std::vector<ChannelOperation>& recorded) {
    const std::vector<ChannelOperation> operations = with_known_groups(recorded);
    Set set;
    bool many = false;
    std::vector<std::uint32_t> pop_groups;
    for (const ChannelOperation& o : operations) {
        (o.push ? channels_[o.channel].writer : channels_[o.channel].reader) = thread;
        if (o.group == kLooks) {
            (is_by_hand(o) ? set.seen_offers
             : o.push      ? set.seen_rooms
                           : set.seen_beats)
                .push_back(o.channel);
        } else if (is_by_hand(o)) {
            set.handshakes.push_back(o.channel);
            set.hand_group = o.group;
        } else if (o.push) {
            many = many || (!set.push_groups.empty() && set.push_groups.back() != o.group);
            set.pushes.push_back(o.channel);
            set.push_groups.push_back(o.group);
        } else {
            set.pops.push_back(o.channel);
            pop_groups.push_back(o.group);
        }
    }
    if (has_groups(operations)) {
        set.groups = std::move(pop_groups);
        set.groups.insert(set.groups.end(), set.push_groups.begin(), set.push_groups.end());
    }
    if (!many || !set.groups.empty()) set.push_groups.clear();
    if (operations.size() == 1 && operations[0].group != kLooks && !is_by_hand(operations[0]) &&
        recorded_[operations[0].channel].room != kRigid) {
        set.only = operations[0].channel;
        set.only_pops = !operations[0].push;
    }
    threads_[thread].sets.push_back(std::move(set));
}

Replayed Replay::run(const std::vector<ChannelSetting>& settings,
                     std::vector<std::vector<std::uint64_t>>* ends) const {
    CHECK(settings.size() == channels_.size());
    return Runner(threads_, channels_, settings, ends).run();
}

bool has_open_forks(const Operations& operations) {
    for (const OperationThread& thread : operations.threads)
        for (const auto& set : thread.sets)
            for (const ChannelOperation& o : set)
                if (is_perhaps_apart(o.group)) return true;
    return false;
}

std::vector<std::uint64_t> recorded_ends(const OperationThread& thread) {
    std::vector<std::uint64_t> ends;
    std::uint64_t now = 0;
    std::size_t stall = 0;
    const std::size_t moving = moving_visits(thread);
    for (std::size_t i = 0; i < moving; ++i) {
        const Visit& v = thread.visits[i];
        now += v.delay;
        if (v.blocked && stall < thread.stalls.size()) now += thread.stalls[stall++];
        ends.push_back(now);
    }
    return ends;
}

std::vector<std::vector<std::uint64_t>> recorded_ends(const Operations& operations) {
    std::vector<std::vector<std::uint64_t>> all;
    for (const OperationThread& thread : operations.threads) all.push_back(recorded_ends(thread));
    return all;
}

}  // namespace tapestry
