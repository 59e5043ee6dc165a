// SPDX-License-Identifier: Apache-2.0
// When each operation of a recording takes place with other channels. A thread runs its visits in
// their order, each as soon as its own clock and its channels allow (model/operations.h):
//
//   ready = end of the visit before + delay
//   pop n of a channel     not before push n + latency
//   push n of a channel    not before pop (n - capacity) + room
//   without capacity       both ends in the same cycle, with all else that their visits do
//   of a visit in groups   (thread_visits.h) each group when all in it can; the visit ends with the
//                          last. One group at most has handshakes
//   taken at once          by an outside end that is always ready: whoever gives never waits
//   of a rigid channel     pop n is due at push n + latency; while a pop is due and does not come,
//                          nothing in the channel moves, and nothing is pushed
//   of an end with openings (openings.h)   in the first open cycle
//   of a thread whose cycles have several ticks (ticks.h)   at an edge of its clock; latency counts
//                          in cycles of the reader, room in those of the writer
//
// Times follow from each other, so the order in which threads are run does not matter. Where one
// chooses among channels (turns.h), it does so when nothing else is left to run: then all that can
// come before the earliest choice is known.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explain/replay/openings.h"
#include "explain/replay/turns.h"
#include "model/operations.h"

namespace tapestry {

// The `room` of a rigid channel: a pipeline that stands still as a whole.
inline constexpr std::uint64_t kRigid = ~std::uint64_t{0};

// The `room` of a channel without capacity whose other end is outside and always ready, where not
// all of a visit waits for each other.
inline constexpr std::uint64_t kTakenAtOnce = kRigid - 1;

struct ChannelSetting {
    std::uint64_t capacity = 0;
    std::uint64_t latency = 0;
    std::uint64_t room = 0;
};

// What a thread waits for that did not come to its end.
struct StuckThread {
    std::size_t thread = 0;
    std::size_t channel = 0;
    bool for_room = false;  // else for a beat, or for the other end of a handshake
    std::size_t on = 0;     // the thread at the other end
};

struct Replayed {
    std::vector<std::uint64_t> done;  // by thread: visits that took place
    std::vector<std::uint64_t> end;   // by thread: of the last of them, in ticks
    // Threads that wait for each other for ever. A thread that only waits for what lies behind the
    // end of the recording is not among them.
    std::vector<StuckThread> stuck;
    // A thread that would get beats in another order than it took them, and cannot be told to do
    // with each what it did; or none.
    std::optional<std::size_t> misordered;
};

class Replay {
public:
    // Keeps what it needs of the operations, in a form that is quick to run. Pushes of which it is
    // not known whether they wait for each other do so when `together` says it. `periods` has the
    // ticks in a cycle of each thread; empty: one in all.
    explicit Replay(const Operations& operations, bool together = false,
                    const std::vector<std::uint64_t>& periods = {});

    std::vector<ChannelSetting> recorded_settings() const { return recorded_; }
    std::size_t events() const { return events_; }

    // `ends`, when given, gets the end of each visit in ticks, by thread.
    Replayed run(const std::vector<ChannelSetting>& settings,
                 std::vector<std::vector<std::uint64_t>>* ends = nullptr) const;

    static constexpr std::uint32_t kNobody = ~std::uint32_t{0};

    struct Step {
        std::uint32_t delay = 0;
        std::uint32_t set = 0;
    };
    // The operations of a visit: pops, then pushes by their group.
    struct Set {
        std::uint32_t only = kNobody;  // the channel of its only operation, when that is on a queue
        bool only_pops = false;
        std::vector<std::uint32_t> pops, pushes, handshakes;
        std::vector<std::uint32_t> seen_beats, seen_rooms, seen_offers;  // that it only looks at
        std::vector<std::uint32_t> push_groups;  // as pushes; empty: one group
        std::vector<std::uint32_t> groups;       // of pops, then pushes; or empty
        std::uint32_t hand_group = kNobody;      // of those, that of its handshakes
    };
    struct Thread {
        std::vector<Set> sets;
        std::vector<Step> steps;
        Turns turns;
        // With turns: the numbers that the operations of each step had in the recording, as its set
        // lists them: pops, pushes, handshakes.
        std::vector<std::size_t> first_number;
        std::vector<std::uint32_t> numbers;
        Openings openings;         // or none: always open
        std::uint64_t period = 1;  // ticks in a cycle
    };
    struct Ends {
        std::uint32_t writer = kNobody, reader = kNobody;
        std::uint64_t pushes = 0, pops = 0;
        bool numbered = false;  // its beats do not come in the recorded order
    };

private:
    void add_thread(const OperationThread& from, std::uint64_t period);
    void add_turns(const Operations& operations);
    void number(Thread& thread, std::vector<std::uint32_t>& pushed,
                std::vector<std::uint32_t>& popped);
    void add_set(std::uint32_t thread, const std::vector<ChannelOperation>& operations);
    bool is_by_hand(const ChannelOperation& o) const { return recorded_[o.channel].capacity == 0; }
    bool has_groups(const std::vector<ChannelOperation>& set) const;
    std::vector<ChannelOperation> with_known_groups(std::vector<ChannelOperation> set) const;

    std::vector<Thread> threads_;
    std::vector<Ends> channels_;
    std::vector<ChannelSetting> recorded_;
    std::size_t events_ = 0;
    bool together_ = false;
};

// Whether it is not known of some pushes if they wait for each other.
bool has_open_forks(const Operations& operations);

// The end of each visit as it was recorded, in cycles of the thread's clock.
std::vector<std::uint64_t> recorded_ends(const OperationThread& thread);
// By thread.
std::vector<std::vector<std::uint64_t>> recorded_ends(const Operations& operations);

}  // namespace tapestry
