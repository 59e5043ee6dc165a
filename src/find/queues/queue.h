// SPDX-License-Identifier: Apache-2.0
// Detection of queues, by four rules in this order:
//   ports    push, full, pop and empty under one of their usual names (queue_by_ports.h)
//   states   two inputs and two outputs that count, in every state, what is inside
//            (queue_by_states.h)
//   streams  one stream in, one out, and between them a memory, or a name that means queue
//            (queue_by_streams.h)
//   memory   inside a larger module, any number of times: two counting pointers into one array that
//            are compared with each other, or an up/down counter next to the array
//            (queue_by_memory.h)
// A queue that may drop accepted entries is rejected, because the tap's occupancy would be wrong.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

// The streams of the module must already be in `on.findings`.
void find_queues(const Subject& on);

// A module that keeps data like a queue, and of which nothing was said, is rejected. To be called
// when all modules were looked at: a queue may keep its data in a module below.
void reject_silent_queue(const Subject& on);

}  // namespace tapestry
