// SPDX-License-Identifier: Apache-2.0
// The visits of one thread, from the handshakes of its channels.
//
// In each cycle a thread moves a beat on some channels, or waits for some (it shows ready and there
// is no valid, or valid and there is no ready), or works. Cycles in which it waits for a channel
// that moves at the next visit stop its clock; all others count as work. That holds for a
// sequential machine and for what passes beats straight on. It does not for a block that takes new
// beats while older ones are under way: there beats move while others are waited for, which is
// counted.
#pragma once

#include "explain/replay/handshakes.h"
#include "model/operations.h"

namespace tapestry {

struct ThreadEnd {
    const RecordedHandshake* handshake = nullptr;
    std::uint32_t channel = 0;  // index in Operations::channels
    bool push = false;
    bool says_waiting = false;  // its signals say whenever its process waits for it, as HLS's do
};

struct ThreadVisits {
    OperationThread thread;           // its path and clock are the caller's business
    std::vector<std::uint64_t> ends;  // by visit: the edge at which it ended
    // Visits that do not fit: something else moved while it waited, or it stopped waiting for a
    // beat before it had it.
    std::uint64_t overlaps = 0;
    std::uint64_t choices = 0;  // visits before which it waited for several, and took one
    std::uint64_t polls = 0;    // before which its machine waited, and did something else
    bool takes_any = false;     // perhaps whatever is there: nothing says in which order
};

inline constexpr std::size_t kMostEnds = 64;  // of one thread

// Since when the machine of a thread has been waiting for a handshake, or not. While it waits and
// nothing moves, the thread waits, whatever its channels show.
struct MachineStretch {
    std::uint64_t start = 0;
    bool waits = false;
};
struct AwaitedSignal {
    const RecordedHandshake* handshake = nullptr;  // null: it is not recorded
    bool valid = false;                            // else ready
};
// A cycle in which all that a state waits for is there, and not moved: the machine has seen it.
struct MachineLook {
    std::uint64_t edge = 0;
    std::uint32_t state = 0;                    // index in MachineWaits::states
    const RecordedHandshake* chosen = nullptr;  // of a state that waits for any of several
};
struct MachineWaits {
    std::vector<MachineStretch> stretches;
    std::vector<std::vector<AwaitedSignal>> states;  // those that wait
    std::vector<MachineLook> looks;
    std::vector<bool> for_any = {};  // by state: one beat of several is enough
    bool is_for_any(std::size_t state) const { return state < for_any.size() && for_any[state]; }
    bool empty() const { return stretches.empty(); }
};

// The `group` of an operation that only looks: it waits for the beat, or for the room, and leaves
// it where it is.
inline constexpr std::uint32_t kLooks = ~std::uint32_t{0};

// The `group` of pushes of one visit of which nothing recorded says whether they wait for each
// other begins here; each then has a group of its own.
inline constexpr std::uint32_t kPerhapsApart = std::uint32_t{1} << 31;
constexpr bool is_perhaps_apart(std::uint32_t group) {
    return group >= kPerhapsApart && group != kLooks;
}

// The operations of a visit of what HLS makes go in groups that do not wait for each other, its
// takes too. They are numbered from 1 on.
bool say_waiting(const std::vector<ThreadEnd>& ends);

ThreadVisits visits_of(const std::vector<ThreadEnd>& ends, const MachineWaits* machine = nullptr);

}  // namespace tapestry
