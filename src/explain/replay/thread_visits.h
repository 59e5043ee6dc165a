// SPDX-License-Identifier: Apache-2.0
// The visits of one thread, from the handshakes of its channels.
//
// In each cycle a thread moves a beat on some channels, or waits for some (ready without valid, or
// valid without ready), or works. Cycles in which it waits for a channel that moves at the next
// visit stop its clock; all others count as work. This holds for a sequential machine and for a
// block that passes beats straight on. It does not hold for a block that takes new beats while
// older ones are in flight: there beats move during a wait, and these visits are counted in
// `overlaps`.
#pragma once

#include "explain/replay/handshakes.h"
#include "model/operations.h"

namespace tapestry {

struct ThreadEnd {
    const RecordedHandshake* handshake = nullptr;
    std::uint32_t channel = 0;  // index in Operations::channels
    bool push = false;
    bool says_waiting = false;  // its signals show every wait of its process, as HLS's do
};

struct ThreadVisits {
    OperationThread thread;           // its path and clock are filled in by the caller
    std::vector<std::uint64_t> ends;  // by visit: the edge at which it ended
    // Visits that do not fit the model: another channel moved during the wait, or the thread
    // stopped waiting for a beat before it had it.
    std::uint64_t overlaps = 0;
    std::uint64_t choices = 0;  // visits that waited for several channels and took from one
    std::uint64_t polls = 0;    // visits before which its machine waited, then did something else
    bool takes_any = false;     // it may take whichever beat is there: no order is visible
};

inline constexpr std::size_t kMostEnds = 64;  // of one thread

// From `start` on the machine of a thread waits for a handshake, or does not. While it waits and
// nothing moves, the thread waits, whatever its channels show.
struct MachineStretch {
    std::uint64_t start = 0;
    bool waits = false;
};
struct AwaitedSignal {
    const RecordedHandshake* handshake = nullptr;  // null: it is not recorded
    bool valid = false;                            // else ready
};
// A cycle in which every signal that a state waits for is there and no beat moves: the machine has
// only looked at them.
struct MachineLook {
    std::uint64_t edge = 0;
    std::uint32_t state = 0;                    // index in MachineWaits::states
    const RecordedHandshake* chosen = nullptr;  // for a state that waits for any of several
};
struct MachineWaits {
    std::vector<MachineStretch> stretches;
    std::vector<std::vector<AwaitedSignal>> states;  // the waiting states
    std::vector<MachineLook> looks;
    std::vector<bool> for_any = {};  // by state: one beat of several is enough
    bool is_for_any(std::size_t state) const { return state < for_any.size() && for_any[state]; }
    bool empty() const { return stretches.empty(); }
};

// The `group` of an operation that only looks: it waits for the beat, or for a free entry, and
// leaves it in place.
inline constexpr std::uint32_t kLooks = ~std::uint32_t{0};

// Groups from here on are pushes of one visit for which the recording does not show whether they
// wait for each other; each has a group of its own.
inline constexpr std::uint32_t kPerhapsApart = std::uint32_t{1} << 31;
constexpr bool is_perhaps_apart(std::uint32_t group) {
    return group >= kPerhapsApart && group != kLooks;
}

// Whether all ends show their waits. The operations of an HLS visit, takes included, form groups
// that do not wait for each other, numbered from 1.
bool say_waiting(const std::vector<ThreadEnd>& ends);

ThreadVisits visits_of(const std::vector<ThreadEnd>& ends, const MachineWaits* machine = nullptr);

}  // namespace tapestry
