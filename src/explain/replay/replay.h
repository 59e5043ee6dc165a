// SPDX-License-Identifier: Apache-2.0
// The time of each operation of a recording when channels change. A thread runs its visits in
// order, each as soon as its own clock and its channels allow (model/operations.h):
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
// The times do not depend on the order in which the threads are run. A thread that chooses among
// channels (turns.h) does so only when no other thread can run: then every beat that can come
// before the earliest choice is known.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explain/replay/openings.h"
#include "explain/replay/turns.h"
#include "model/operations.h"

namespace tapestry {

// The `room` of a rigid channel: a pipeline that stalls as a whole.
inline constexpr std::uint64_t kRigid = ~std::uint64_t{0};

// The `room` of a channel without capacity whose other end is outside and always ready, used where
// a visit has groups.
inline constexpr std::uint64_t kTakenAtOnce = kRigid - 1;

struct ChannelSetting {
    std::uint64_t capacity = 0;
    std::uint64_t latency = 0;
    std::uint64_t room = 0;
};

// Why a thread did not reach its end.
struct StuckThread {
    std::size_t thread = 0;
    std::size_t channel = 0;
    bool for_room = false;  // else for a beat, or for the other end of a handshake
    std::size_t on = 0;     // the thread at the other end of the channel
};

struct Replayed {
    std::vector<std::uint64_t> done;  // by thread: visits that took place
    std::vector<std::uint64_t> end;   // by thread: end of its last visit, in ticks
    // The threads of a deadlock. A thread that waits for a beat beyond the end of the recording is
    // not stuck.
    std::vector<StuckThread> stuck;
    // A thread that would take beats in an order for which the recording does not show its
    // reaction.
    std::optional<std::size_t> misordered;
};

class Replay {
public:
    // Keeps the operations in a form that is quick to run. `together`: pushes of which it is
    // unknown whether they wait for each other do so. `periods` has the ticks in a cycle of each
    // thread; empty: one for all.
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
        std::vector<std::uint32_t> seen_beats, seen_rooms, seen_offers;  // only looked at
        std::vector<std::uint32_t> push_groups;  // as pushes; empty: one group
        std::vector<std::uint32_t> groups;       // of pops, then pushes; or empty
        std::uint32_t hand_group = kNobody;      // the group of its handshakes
    };
    struct Thread {
        std::vector<Set> sets;
        std::vector<Step> steps;
        Turns turns;
        // With turns: the number that each operation of a step had in the recording, in the order
        // of its set: pops, pushes, handshakes.
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

// Whether it is unknown of some pushes if they wait for each other.
bool has_open_forks(const Operations& operations);

// The recorded end of each visit, in cycles of the thread's clock.
std::vector<std::uint64_t> recorded_ends(const OperationThread& thread);
// By thread.
std::vector<std::vector<std::uint64_t>> recorded_ends(const Operations& operations);

}  // namespace tapestry
