// SPDX-License-Identifier: Apache-2.0
// A block that gives only while it has credits. The credits come back on a channel that it takes
// from in any state of its machine. Push n waits for credit n - most:
//
//   push n     not before credit (n - most) + room
//
// This is the law of a queue with `most` entries from the block's output to its credit input.
// That is a queue of `most` entries between what it gives and what it gets back.
#pragma once

#include <optional>

#include "explain/replay/thread_visits.h"

namespace tapestry {

struct Credit {
    std::uint64_t most = 0;
    std::uint64_t room = 0;
};

// Whether every beat is taken in the cycle in which it comes.
bool is_always_ready(const RecordedHandshake& handshake);

// Whether a state of the machine waits for this end.
bool is_awaited(const MachineWaits& machine, const ThreadEnd& end);

// The law of a block that was seen to wait for credits, if it explains the length of every wait.
// Looks of the machine (MachineLook) in these waits then become waiting.
std::optional<Credit> find_credit(const RecordedHandshake& gives, const RecordedHandshake& back,
                                  MachineWaits& machine);

}  // namespace tapestry
