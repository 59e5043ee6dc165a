// SPDX-License-Identifier: Apache-2.0
// The state of all threads and channels during a replay, and who waits for what.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>

#include "explain/replay/replay.h"

namespace tapestry {

// The latest times of one end of a channel. A push time is not needed after its pop, nor a pop time
// after its entry was refilled, so a ring buffer as large as the channel is enough and stays in the
// cache.
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

// The stalls of a rigid channel.
struct StandStill {
    std::vector<std::uint64_t> due;     // by pop
    std::vector<std::uint64_t> stood;   // by pop: cycles stalled, up to it
    std::vector<std::uint64_t> before;  // by push: cycles stalled, up to it
    std::size_t passed = 0;             // pops that were due when the last push came

    std::uint64_t stood_before(std::size_t pop) const { return pop == 0 ? 0 : stood[pop - 1]; }
};

struct ChannelState {
    ChannelSetting setting;
    Times pushes, pops;
    StandStill still;
    bool is_rigid() const { return setting.room == kRigid; }
    // The cycle in which pop n is due; the pops before it are known.
    std::uint64_t due(std::size_t n) const {
        return pushes[n] + setting.latency + still.stood_before(n) - still.before[n];
    }
    // For a rigid channel, called before the operation itself is recorded.
    void note_push() { still.before.push_back(still.stood_before(still.passed)); }
    void note_pop(std::uint64_t time) {
        const std::size_t n = pops.size();
        still.due.push_back(due(n));
        still.stood.push_back(still.stood_before(n) + time - still.due.back());
    }
    std::uint32_t waits_for_beat = Replay::kNobody, waits_for_room = Replay::kNobody,
                  waits_for_offer = Replay::kNobody;  // a thread that looks at a handshake
    Times numbers;  // recorded numbers of the pushes, if they come in another order
};

struct ThreadState {
    std::size_t next = 0;     // visit
    std::size_t stop = 0;     // the visit before which it stops, for good or until its turn
    std::uint64_t now = 0;    // end of the previous visit
    std::uint64_t ready = 0;  // when the visit could start, if `pending`
    bool pending = false;     // it waits at a handshake
    bool queued = true;
    std::uint32_t channel = 0;  // the one that it waits for
    bool for_room = false;
    std::vector<std::uint64_t> given;  // by operation of the visit: its time, with groups
};

inline std::uint32_t other_end(const Replay::Ends& channel, std::size_t thread) {
    return channel.writer == thread ? channel.reader : channel.writer;
}

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
            if (ends[c].numbered) channel.numbers.hold(most);
        }
        for (std::size_t t = 0; t < threads.size(); ++t) states_[t].stop = threads[t].steps.size();
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

    // Moves `time` on to the cycle in which the next beat is there. Registers the wait if it has
    // not been pushed yet.
    bool has_beat(std::uint32_t t, std::uint32_t c, std::uint64_t& time) {
        ChannelState& channel = channels_[c];
        const std::size_t n = channel.pops.size();
        if (n >= channel.pushes.size()) return wait(t, c, false);
        time = std::max(time, channel.is_rigid() ? channel.due(n)
                                                 : channel.pushes[n] + channel.setting.latency);
        return true;
    }

    // Moves `time` on to the cycle in which the next push has a free entry. Registers the wait if
    // that is not known yet.
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

    // Moves `time` on to the first cycle in which a rigid channel is not stalled.
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

    // The operations that only look: the visit waits for them and leaves beat or free entry in
    // place.
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

    // The operations of a thread with turns keep the number that they had in the recording.
    const std::uint32_t* numbers_of(std::uint32_t t, std::size_t step) const {
        return threads_[t].numbers.data() + threads_[t].first_number[step];
    }
    std::uint32_t handshake_number(std::uint32_t t, std::size_t step, std::uint32_t c) const {
        const Replay::Set& set = threads_[t].sets[threads_[t].steps[step].set];
        const auto at = std::find(set.handshakes.begin(), set.handshakes.end(), c);
        return numbers_of(t, step)[set.pops.size() + set.pushes.size() +
                                   static_cast<std::size_t>(at - set.handshakes.begin())];
    }
    bool is_numbered(std::uint32_t t, std::uint32_t c) const {
        return ends_[c].numbered && !threads_[t].turns.empty();
    }
    void note_number(std::uint32_t t, std::size_t push, std::uint32_t c) {
        if (is_numbered(t, c))
            channels_[c].numbers.push_back(
                numbers_of(t, states_[t].next)[set_of(t).pops.size() + push]);
    }
    void check_number(std::uint32_t t, std::size_t pop, std::uint32_t c) {
        const ChannelState& channel = channels_[c];
        if (is_numbered(t, c))
            check_number(t, c, channel.numbers[channel.pops.size()],
                         numbers_of(t, states_[t].next)[pop]);
    }
    // The beat that begins a turn decides what the thread does. Every other beat has to be the
    // recorded one, as far as the recording goes.
    void check_number(std::uint32_t t, std::uint32_t c, std::uint64_t number,
                      std::uint64_t recorded) {
        const std::vector<std::uint32_t>& first = threads_[t].turns.channels;
        if (number != recorded && number < ends_[c].pops &&
            std::find(first.begin(), first.end(), c) == first.end())
            misordered_ = t;
    }

    // Whether the thread at the other end of a handshake waits at it; `t` looks at that.
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

    // Moves `time` on to the cycle in which all operations of a group can go (thread_visits.h).
    bool group_can(std::uint32_t t, const Replay::Set& set, std::uint32_t group,
                   std::uint64_t& time) {
        for (std::size_t i = 0; i < set.groups.size(); ++i) {
            if (set.groups[i] != group) continue;
            const bool is_pop = i < set.pops.size();
            if (is_pop ? !has_beat(t, set.pops[i], time)
                       : !has_room(t, set.pushes[i - set.pops.size()], time))
                return false;
        }
        time = at_edge(t, time);
        return true;
    }

    bool go(std::uint32_t t, const Replay::Set& set, std::uint32_t group, std::uint64_t time) {
        if (!group_can(t, set, group, time)) return false;
        for (std::size_t i = 0; i < set.groups.size(); ++i)
            if (set.groups[i] == group) move(t, set, i, time);
        return true;
    }

    // Performs operation `i` of the set: pops come first, then pushes.
    void move(std::uint32_t t, const Replay::Set& set, std::size_t i, std::uint64_t time) {
        states_[t].given[i] = time;
        if (i < set.pops.size()) {
            check_number(t, i, set.pops[i]);
            pop(set.pops[i], time);
        } else {
            note_number(t, i - set.pops.size(), set.pushes[i - set.pops.size()]);
            push(set.pushes[i - set.pops.size()], time);
        }
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
    std::optional<std::size_t> misordered_;
};

}  // namespace tapestry
