// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/turn_taker.h"

#include <algorithm>

namespace tapestry {

TurnTaker::TurnTaker(const std::vector<Replay::Thread>& threads,
                     const std::vector<Replay::Ends>& ends,
                     const std::vector<ChannelSetting>& settings)
    : Board(threads, ends, settings), turn_states_(threads.size()) {
    for (std::size_t t = 0; t < threads.size(); ++t) {
        const Turns& turns = threads[t].turns;
        if (turns.empty()) continue;
        states_[t].stop = turns.starts.front();
        turn_states_[t].taken.resize(turns.channels.size());
        if (turns.chooses()) turn_states_[t].chooser.emplace(turns.policy, turns.channels.size());
    }
}

bool TurnTaker::take_turn(std::uint32_t t) {
    const Turns& turns = threads_[t].turns;
    if (turns.empty() || has_ended(t)) return false;
    if (turns.chooses()) {
        if (!turn_states_[t].deciding) deciding_.push_back(t);
        turn_states_[t].deciding = true;
        return false;
    }
    const std::optional<std::uint32_t> number = next_number(t, 0);
    return number && begin(t, 0, *number);
}

std::size_t TurnTaker::visits_done(std::uint32_t t) const {
    return turn_states_[t].done + states_[t].next - turn_states_[t].start;
}

// The recorded number of the beat that comes next.
std::optional<std::uint32_t> TurnTaker::next_number(std::uint32_t t, std::size_t place) {
    const std::uint32_t c = threads_[t].turns.channels[place];
    ChannelState& channel = channels_[c];
    const bool numbered = ends_[c].numbered;
    if (channel.setting.capacity == 0) {
        if (is_offered(t, c)) return numbered ? offered_number(t, c) : turn_states_[t].taken[place];
        channel.waits_for_offer = t;
        states_[t].channel = c;
        states_[t].for_room = false;
        return std::nullopt;
    }
    const std::uint64_t n = channel.pops.size();
    if (n >= channel.pushes.size()) {
        wait(t, c, false);
        return std::nullopt;
    }
    return numbered ? static_cast<std::uint32_t>(channel.numbers[n]) : turn_states_[t].taken[place];
}

// The recorded number of the beat that the other end offers.
std::uint32_t TurnTaker::offered_number(std::uint32_t t, std::uint32_t c) const {
    const std::uint32_t other = other_end(ends_[c], t);
    return handshake_number(other, states_[other].next, c);
}

// What happens to a beat that was in flight when the recording ended is unknown; it is treated like
// the last one.
std::optional<std::uint32_t> TurnTaker::turn_of(std::uint32_t t, std::size_t place,
                                                std::uint32_t number) const {
    const std::vector<std::uint32_t>& of_beat = threads_[t].turns.of_beat[place];
    if (of_beat.empty()) return std::nullopt;
    return number < of_beat.size() ? of_beat[number] : of_beat.back();
}

bool TurnTaker::begin(std::uint32_t t, std::size_t place, std::uint32_t number) {
    const std::optional<std::uint32_t> which = turn_of(t, place, number);
    if (!which) return false;
    TurnState& turn = turn_states_[t];
    turn.done = visits_done(t);
    ++turn.taken[place];
    ++turn.begun;
    turn.start = states_[t].next = threads_[t].turns.starts[*which];
    states_[t].stop = threads_[t].turns.starts[*which + 1];
    return true;
}

bool TurnTaker::decide() {
    std::optional<Choice> best;
    std::size_t who = 0;
    for (std::size_t i = 0; i < deciding_.size(); ++i) {
        const std::optional<Choice> choice = choice_of(deciding_[i]);
        if (!choice || (best && best->time <= choice->time)) continue;
        best = choice;
        who = i;
    }
    if (!best) return false;
    const std::uint32_t t = deciding_[who];
    deciding_.erase(deciding_.begin() + static_cast<std::ptrdiff_t>(who));
    turn_states_[t].deciding = false;
    turn_states_[t].not_before = best->time;
    turn_states_[t].chooser->note(best->place);
    begin(t, best->place, best->number);
    call(t);
    return true;
}

// A choice is made in the first cycle in which a beat can be taken, or looked at, among all beats
// that have come by then.
std::optional<TurnTaker::Choice> TurnTaker::choice_of(std::uint32_t t) {
    const Turns& turns = threads_[t].turns;
    std::vector<Chooser::Offer> offers(turns.channels.size());
    std::vector<std::uint32_t> numbers(turns.channels.size());
    std::uint64_t time = kNever;
    for (std::size_t place = 0; place < offers.size(); ++place) {
        const std::optional<std::uint32_t> number = next_number(t, place);
        const auto turn = number ? turn_of(t, place, *number) : std::nullopt;
        if (!turn) continue;
        numbers[place] = *number;
        offers[place] = {true, arrival(t, turns.channels[place])};
        time = std::min(time, std::max(first_time(t, turns.starts[*turn]), offers[place].since));
    }
    if (time == kNever) return std::nullopt;
    for (Chooser::Offer& offer : offers) offer.present = offer.present && offer.since <= time;
    const std::size_t place = turn_states_[t].chooser->choose(offers);
    return Choice{time, place, numbers[place]};
}

// The cycle in which the next beat of a channel arrived.
std::uint64_t TurnTaker::arrival(std::uint32_t t, std::uint32_t c) const {
    const ChannelState& channel = channels_[c];
    if (channel.setting.capacity == 0) {
        const std::uint32_t other = other_end(ends_[c], t);
        return opened(other, states_[other].ready);
    }
    const std::uint64_t n = channel.pops.size();
    const std::uint64_t next = n == 0 ? 0 : channel.pops[n - 1] + threads_[t].period;
    return std::max(
        next, channel.is_rigid() ? channel.due(n) : channel.pushes[n] + channel.setting.latency);
}

// The earliest time of a visit; kNever if that is not known yet.
std::uint64_t TurnTaker::first_time(std::uint32_t t, std::size_t step) {
    const Replay::Thread& thread = threads_[t];
    const Replay::Set& set = thread.sets[thread.steps[step].set];
    std::uint64_t time = states_[t].now + delay_before(t, turn_states_[t].begun) * thread.period;
    for (const auto* beats : {&set.seen_beats, &set.pops})
        for (const std::uint32_t c : *beats)
            if (!has_beat(t, c, time)) return kNever;
    for (const auto* rooms : {&set.seen_rooms, &set.pushes})
        for (const std::uint32_t c : *rooms) {
            const std::size_t passed = channels_[c].still.passed;
            const bool can = has_room(t, c, time);
            channels_[c].still.passed = passed;
            if (!can) return kNever;
        }
    for (const std::uint32_t c : set.seen_offers) {
        if (!is_offered(t, c)) return kNever;
        time = std::max(time, arrival(t, c));
    }
    for (const std::uint32_t c : set.handshakes) {
        const std::uint64_t ready = ready_time(t, c);
        if (ready == kNever) return kNever;
        time = std::max(time, ready);
    }
    return opened(t, time);
}

// When the other end of a handshake is ready. A thread that handles each beat by its recorded
// number is ready for any.
std::uint64_t TurnTaker::ready_time(std::uint32_t t, std::uint32_t c) const {
    if (is_offered(t, c)) return arrival(t, c);
    const std::uint32_t other = other_end(ends_[c], t);
    if (other == Replay::kNobody) return kNever;
    const Turns& turns = threads_[other].turns;
    const bool waits = !turns.empty() && !turns.chooses() && turns.channels[0] == c &&
                       states_[other].next == states_[other].stop && !states_[other].pending;
    if (!waits || turns.of_beat[0].empty()) return kNever;
    const std::uint64_t delay = delay_before(other, turn_states_[other].begun);
    return opened(other, states_[other].now + delay * threads_[other].period);
}

}  // namespace tapestry
