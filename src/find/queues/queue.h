// SPDX-License-Identifier: Apache-2.0
// Queues, by three rules in this order:
//   ports    push, full, pop and empty under one of their usual names (queue_by_ports.h)
//   streams  one stream in, one out, and a memory (or a name) that says queue between them
//            (queue_by_streams.h)
//   memory   inside a larger module, any number of times: two counting pointers into one array that
//            are compared with each other, or a register that counts up and down beside the array
//            (queue_by_memory.h)
// A queue that may lose what it took is none: the tap would count what is no longer there.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

// Streams of the module must have been found before: `on.findings` holds them.
void find_queues(const Subject& on);

}  // namespace tapestry
