// SPDX-License-Identifier: Apache-2.0
#include "predict/replay.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/check.h"

namespace tapestry {

namespace {

constexpr std::uint64_t kLongestDelay = std::numeric_limits<std::uint32_t>::max();

constexpr std::uint64_t kNotGiven = std::numeric_limits<std::uint64_t>::max();

// Ends that are never open together do not meet, however long they are looked at.
constexpr int kMostRounds = 1 << 20;

// The last times of one end of a channel. Nobody asks for a push that was popped, or for a pop
// whose place was filled, so it need not hold more than the channel does; what is small stays in
// the cache.
class Times {
public:
    void hold(std::uint64_t most) {
        times_.resize(std::bit_ceil(std::max<std::uint64_t>(1, most)));
        data_ = times_.data();
        mask_ = times_.size() - 1;
    }
    std::uint64_t size() const { return size_; }
    std::uint64_t operator[](std::uint64_t n) const { return data_[n & mask_]; }
    void push_back(std::uint64_t time) { data_[size_++ & mask_] = time; }

private:
    std::uint64_t* data_ = nullptr;
    std::uint64_t mask_ = 0, size_ = 0;
    std::vector<std::uint64_t> times_;
};

// How a rigid channel stands still.
struct Stillness {
    std::vector<std::uint64_t> due;     // by pop
    std::vector<std::uint64_t> stood;   // by pop: cycles of standing still, up to it
    std::vector<std::uint64_t> before;  // by push: of those, up to the push
    std::size_t passed = 0;             // pops that were due when the last push came

    std::uint64_t stood_before(std::size_t pop) const { return pop == 0 ? 0 : stood[pop - 1]; }
};

struct ChannelState {
    ChannelSetting setting;
    Times pushes, pops;
    Stillness still;
    bool is_rigid() const { return setting.room == kRigid; }
    // When pop n is due; the pops before it are known.
    std::uint64_t due(std::size_t n) const {
        return pushes[n] + setting.latency + still.stood_before(n) - still.before[n];
    }
    // Of a rigid channel, before the operation is noted itself.
    void note_push() { still.before.push_back(still.stood_before(still.passed)); }
    void note_pop(std::uint64_t time) {
        const std::size_t n = pops.size();
        still.due.push_back(due(n));
        still.stood.push_back(still.stood_before(n) + time - still.due.back());
    }
    std::uint32_t waits_for_beat = Replay::kNobody, waits_for_room = Replay::kNobody,
                  waits_for_offer = Replay::kNobody;  // of a handshake, to look at it
};

struct ThreadState {
    std::size_t next = 0;     // visit
    std::uint64_t now = 0;    // end of the visit before
    std::uint64_t ready = 0;  // of the visit, when `pending`
    bool pending = false;     // it stands at a handshake
    bool queued = true;
    std::uint32_t channel = 0;  // that it waits for
    bool for_room = false;
    std::vector<std::uint64_t> given;  // when its pushes went, when they have groups
};

std::uint32_t other_end(const Replay::Ends& channel, std::size_t thread) {
    return channel.writer == thread ? channel.reader : channel.writer;
}

// A thread that waits for one that has done all it did waits for what was not recorded; and so does
// whoever waits for it. What is left waits in a circle.
void find_stuck(const std::vector<Replay::Thread>& threads,
                const std::vector<Replay::Ends>& channels, const std::vector<ThreadState>& states,
                Replayed& out) {
    std::vector<bool> ends(threads.size());
    for (std::size_t t = 0; t < threads.size(); ++t)
        ends[t] = states[t].next == threads[t].steps.size();
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

// Where all threads and channels stand, and who waits for what.
class Board {
public:
    Board(const std::vector<Replay::Thread>& threads, const std::vector<Replay::Ends>& ends,
          const std::vector<ChannelSetting>& settings)
        : threads_(threads), ends_(ends), states_(threads.size()) {
        for (std::size_t c = 0; c < ends.size(); ++c) {
            ChannelState& channel = channels_.emplace_back();
            channel.setting = in_ticks(settings[c], ends[c]);
            const std::uint64_t all = std::max(ends[c].pushes, ends[c].pops);
            const std::uint64_t most =
                channel.is_rigid() ? all : std::min(all, settings[c].capacity);
            channel.pushes.hold(most);
            channel.pops.hold(most);
        }
        for (std::uint32_t t = 0; t < threads.size(); ++t) work_.push_back(t);
    }

protected:
    std::uint64_t period(std::uint32_t t) const {
        return t == Replay::kNobody ? 1 : threads_[t].period;
    }
    ChannelSetting in_ticks(ChannelSetting setting, const Replay::Ends& ends) const {
        setting.latency *= period(ends.reader);
        if (setting.room != kRigid) setting.room *= period(ends.writer);
        return setting;
    }

    // The first edge of the thread's clock from `time` on.
    std::uint64_t at_edge(std::uint32_t t, std::uint64_t time) const {
        const std::uint64_t period = threads_[t].period;
        return period == 1 ? time : (time + period - 1) / period * period;
    }
    std::uint64_t opened(std::uint32_t t, std::uint64_t time) const {
        const Replay::Thread& thread = threads_[t];
        time = at_edge(t, time);
        if (thread.openings.empty()) return time;
        return thread.openings.from(time / thread.period) * thread.period;
    }

    // When there is the next beat.
    bool has_beat(std::uint32_t t, std::uint32_t c, std::uint64_t& time) {
        ChannelState& channel = channels_[c];
        const std::size_t n = channel.pops.size();
        if (n >= channel.pushes.size()) return wait(t, c, false);
        time = std::max(time, channel.is_rigid() ? channel.due(n)
                                                 : channel.pushes[n] + channel.setting.latency);
        return true;
    }

    // When there is room for the next push.
    bool has_room(std::uint32_t t, std::uint32_t c, std::uint64_t& time) {
        ChannelState& channel = channels_[c];
        if (channel.is_rigid()) return moves(t, c, time);
        const std::size_t n = channel.pushes.size();
        if (n < channel.setting.capacity) return true;
        const std::size_t freed = n - channel.setting.capacity;
        if (freed >= channel.pops.size()) return wait(t, c, true);
        time = std::max(time, channel.pops[freed] + channel.setting.room);
        return true;
    }

    // The first cycle from `time` on in which a rigid channel does not stand still.
    bool moves(std::uint32_t t, std::uint32_t c, std::uint64_t& time) {
        ChannelState& channel = channels_[c];
        for (std::size_t& n = channel.still.passed; n < channel.pushes.size(); ++n) {
            const bool known = n < channel.pops.size();
            if ((known ? channel.still.due[n] : channel.due(n)) > time) return true;
            if (!known) return wait(t, c, true);
            time = std::max(time, channel.pops[n]);
        }
        return true;
    }

    void push(std::uint32_t c, std::uint64_t time) {
        if (channels_[c].is_rigid()) channels_[c].note_push();
        channels_[c].pushes.push_back(time);
        wake(channels_[c].waits_for_beat);
    }

    void pop(std::uint32_t c, std::uint64_t time) {
        if (channels_[c].is_rigid()) channels_[c].note_pop(time);
        channels_[c].pops.push_back(time);
        wake(channels_[c].waits_for_room);
    }

    // Whether the thread at the other end of a handshake stands at it; `t` looks for that.
    bool is_offered(std::uint32_t t, std::uint32_t c) const {
        const std::uint32_t other = other_end(ends_[c], t);
        return other != Replay::kNobody && states_[other].pending && stands_at(other, c);
    }

    bool wait(std::uint32_t t, std::uint32_t c, bool for_room) {
        (for_room ? channels_[c].waits_for_room : channels_[c].waits_for_beat) = t;
        states_[t].channel = c;
        states_[t].for_room = for_room;
        return false;
    }

    void wake(std::uint32_t& who) {
        if (who == Replay::kNobody) return;
        call(who);
        who = Replay::kNobody;
    }
    void call(std::uint32_t t) {
        if (states_[t].queued) return;
        states_[t].queued = true;
        work_.push_back(t);
    }

    const Replay::Set& set_of(std::uint32_t t) const {
        return threads_[t].sets[threads_[t].steps[states_[t].next].set];
    }

    bool stands_at(std::uint32_t t, std::uint32_t c) const {
        const std::vector<std::uint32_t>& all = set_of(t).handshakes;
        return std::find(all.begin(), all.end(), c) != all.end();
    }

    const std::vector<Replay::Thread>& threads_;
    const std::vector<Replay::Ends>& ends_;
    std::vector<ThreadState> states_;
    std::vector<ChannelState> channels_;
    std::vector<std::uint32_t> work_;
};

class Runner : private Board {
public:
    Runner(const std::vector<Replay::Thread>& threads, const std::vector<Replay::Ends>& ends,
           const std::vector<ChannelSetting>& settings,
           std::vector<std::vector<std::uint64_t>>* visit_ends)
        : Board(threads, ends, settings), visit_ends_(visit_ends) {
        if (visit_ends) visit_ends->assign(threads.size(), {});
    }

    Replayed run() {
        while (!work_.empty()) {
            const std::uint32_t t = work_.back();
            work_.pop_back();
            states_[t].queued = false;
            advance(t);
        }
        Replayed out;
        for (const ThreadState& s : states_) {
            out.done.push_back(s.next);
            out.end.push_back(s.now);
        }
        find_stuck(threads_, ends_, states_, out);
        return out;
    }

private:
    void advance(std::uint32_t t) {
        const Replay::Thread& thread = threads_[t];
        ThreadState& s = states_[t];
        while (s.next < thread.steps.size() && !s.pending) {
            const Replay::Step step = thread.steps[s.next];
            const Replay::Set& set = thread.sets[step.set];
            if (set.only != Replay::kNobody) {
                if (!(set.only_pops ? pop_one(t, s, step.delay, set.only)
                                    : push_one(t, s, step.delay, set.only)))
                    return;
                continue;
            }
            std::uint64_t time = s.now + step.delay * thread.period;
            if (!has_seen(t, set, time) || !pops_can(t, set, time)) return;
            const bool groups = !set.push_groups.empty();
            if (!groups && !pushes_can(t, set, time)) return;
            if (groups && set.handshakes.empty() && !groups_can(t, set, time)) return;
            if (!set.handshakes.empty()) {
                s.ready = time;
                s.pending = true;
                s.channel = set.handshakes.front();
                s.for_room = false;
                for (const std::uint32_t c : set.handshakes) wake(channels_[c].waits_for_offer);
                if (!meet(t)) return;
                continue;
            }
            commit(t, set, opened(t, time));
        }
    }

    // The visits that most are: one operation, on a channel that is no pipeline.
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

    // What the visit looks at and leaves where it is.
    bool has_seen(std::uint32_t t, const Replay::Set& set, std::uint64_t& time) {
        for (const std::uint32_t c : set.seen_beats)
            if (!has_beat(t, c, time)) return false;
        for (const std::uint32_t c : set.seen_rooms)
            if (!has_room(t, c, time)) return false;
        for (const std::uint32_t c : set.seen_offers) {
            if (!is_offered(t, c)) {
                channels_[c].waits_for_offer = t;
                states_[t].channel = c;
                states_[t].for_room = false;
                return false;
            }
            const std::uint32_t other = other_end(ends_[c], t);
            time = opened(other, std::max(time, states_[other].ready));
        }
        return true;
    }

    bool pops_can(std::uint32_t t, const Replay::Set& set, std::uint64_t& time) {
        for (const std::uint32_t c : set.pops)
            if (!has_beat(t, c, time)) return false;
        return true;
    }

    bool pushes_can(std::uint32_t t, const Replay::Set& set, std::uint64_t& time) {
        for (const std::uint32_t c : set.pushes)
            if (!has_room(t, c, time)) return false;
        return true;
    }

    // Each group goes when it can, in its own time, whether the others ever can or not; the visit
    // ends with the last.
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
            push(set.pushes[i], time);
            states_[t].given[i] = time;
        }
        return true;
    }

    void commit(std::uint32_t t, const Replay::Set& set, std::uint64_t time) {
        for (const std::uint32_t c : set.pops) pop(c, time);
        if (set.push_groups.empty())
            for (const std::uint32_t c : set.pushes) push(c, time);
        states_[t].given.clear();
        end_visit(t, states_[t], time);
    }

    // Fires the visits of all threads that stand at handshakes with each other, `t` among them; or
    // says that one is not there yet, which will then come here itself.
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
        for (const std::uint32_t member : met_) {
            states_[member].pending = false;
            commit(member, set_of(member), time);
            if (member != t) call(member);
        }
        return true;
    }

    // When those who meet can move, from `time` on: groups go from then on, each when it can, and a
    // rigid channel may stand still. One that has to wait for that comes here again.
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
    for (const OperationChannel& c : operations.channels)
        recorded_.push_back({c.capacity, c.latency, c.room});
    for (std::size_t t = 0; t < operations.threads.size(); ++t)
        add_thread(operations.threads[t], periods.empty() ? 1 : periods[t]);
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

void Replay::add_set(std::uint32_t thread, const std::vector<ChannelOperation>& operations) {
    Set set;
    bool many = false;
    for (const ChannelOperation& o : operations) {
        (o.push ? channels_[o.channel].writer : channels_[o.channel].reader) = thread;
        if (o.group == kLooks) {
            (recorded_[o.channel].capacity == 0 ? set.seen_offers
             : o.push                           ? set.seen_rooms
                                                : set.seen_beats)
                .push_back(o.channel);
        } else if (recorded_[o.channel].capacity == 0) {
            set.handshakes.push_back(o.channel);
        } else if (o.push) {
            const std::uint32_t group = together_ && is_perhaps_apart(o.group) ? 0 : o.group;
            many = many || (!set.push_groups.empty() && set.push_groups.back() != group);
            set.pushes.push_back(o.channel);
            set.push_groups.push_back(group);
        } else {
            set.pops.push_back(o.channel);
        }
    }
    if (!many) set.push_groups.clear();
    if (operations.size() == 1 && operations[0].group != kLooks &&
        recorded_[operations[0].channel].capacity > 0 &&
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

std::vector<std::vector<std::uint64_t>> recorded_ends(const Operations& operations) {
    std::vector<std::vector<std::uint64_t>> all;
    for (const OperationThread& thread : operations.threads) {
        std::vector<std::uint64_t>& ends = all.emplace_back();
        std::uint64_t now = 0;
        std::size_t stall = 0;
        const std::size_t moving = moving_visits(thread);
        for (std::size_t i = 0; i < moving; ++i) {
            const Visit& v = thread.visits[i];
            now += v.delay;
            if (v.blocked && stall < thread.stalls.size()) now += thread.stalls[stall++];
            ends.push_back(now);
        }
    }
    return all;
}

}  // namespace tapestry
