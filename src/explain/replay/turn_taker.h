// SPDX-License-Identifier: Apache-2.0
// Chooses the beat that each thread with turns (turns.h) takes next in a replay.
#pragma once

#include <limits>
#include <optional>

#include "explain/replay/arbitration.h"
#include "explain/replay/replay_board.h"

namespace tapestry {

class TurnTaker : public Board {
public:
    TurnTaker(const std::vector<Replay::Thread>& threads, const std::vector<Replay::Ends>& ends,
              const std::vector<ChannelSetting>& settings);

protected:
    // Called at the end of a turn; whether the thread begins another one.
    bool take_turn(std::uint32_t t);
    // Makes the earliest pending choice; false if there is none.
    bool decide();

    std::size_t visits_done(std::uint32_t t) const;
    bool has_ended(std::uint32_t t) const { return visits_done(t) >= threads_[t].steps.size(); }
    // The delay of the next visit. The work before a turn does not depend on which beat the turn
    // takes: it is that of the recorded turn with the same index.
    std::uint64_t delay_of(std::uint32_t t) const {
        const Replay::Thread& thread = threads_[t];
        const bool first = !thread.turns.empty() && states_[t].next == turn_states_[t].start &&
                           turn_states_[t].begun > 0;
        return first ? delay_before(t, turn_states_[t].begun - 1)
                     : thread.steps[states_[t].next].delay;
    }
    // A beat is not taken before the cycle in which it was chosen.
    std::uint64_t not_before(std::uint32_t t) const { return turn_states_[t].not_before; }

private:
    struct TurnState {
        std::optional<Chooser> chooser;
        std::vector<std::uint32_t> taken;  // beats, by place in Turns::channels
        std::size_t begun = 0;             // turns begun
        std::size_t start = 0, done = 0;   // first visit of this turn; visits done before it
        std::uint64_t not_before = 0;
        bool deciding = false;
    };
    struct Choice {
        std::uint64_t time = 0;
        std::size_t place = 0;  // in Turns::channels
        std::uint32_t number = 0;
    };
    static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

    std::uint64_t delay_before(std::uint32_t t, std::size_t turn) const {
        const std::vector<std::size_t>& starts = threads_[t].turns.starts;
        return threads_[t].steps[starts[std::min(turn, starts.size() - 2)]].delay;
    }
    std::optional<std::uint32_t> next_number(std::uint32_t t, std::size_t place);
    std::uint32_t offered_number(std::uint32_t t, std::uint32_t c) const;
    std::optional<std::uint32_t> turn_of(std::uint32_t t, std::size_t place,
                                         std::uint32_t number) const;
    bool begin(std::uint32_t t, std::size_t place, std::uint32_t number);
    std::optional<Choice> choice_of(std::uint32_t t);
    std::uint64_t arrival(std::uint32_t t, std::uint32_t c) const;
    std::uint64_t first_time(std::uint32_t t, std::size_t step);
    std::uint64_t ready_time(std::uint32_t t, std::uint32_t c) const;

    std::vector<TurnState> turn_states_;
    std::vector<std::uint32_t> deciding_;  // threads
};

}  // namespace tapestry
