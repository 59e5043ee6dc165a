// SPDX-License-Identifier: Apache-2.0
// A block that gives only while it has credits, and gets them back on a channel which it takes from
// at any time, whatever its machine does. Push n waits for credit n - most:
//
//   push n     not before credit (n - most) + room
//
// That is a queue of `most` entries between what it gives and what it gets back.
#pragma once

#include <optional>

#include "explain/replay/thread_visits.h"

namespace tapestry {

struct Credit {
    std::uint64_t most = 0;
    std::uint64_t room = 0;
};

// Beats are taken whenever they come.
bool is_always_ready(const RecordedHandshake& handshake);

// Whether a state of the machine waits for that end.
bool is_awaited(const MachineWaits& machine, const ThreadEnd& end);

// The law of a block that was seen to wait for credits, and each time as long as the law says. What
// the machine seemed to see and leave then becomes waiting.
std::optional<Credit> find_credit(const RecordedHandshake& gives, const RecordedHandshake& back,
                                  MachineWaits& machine);

}  // namespace tapestry
