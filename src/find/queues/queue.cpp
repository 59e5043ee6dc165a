// SPDX-License-Identifier: Apache-2.0
#include "find/queues/queue.h"

#include "find/queues/circular_buffer.h"
#include "find/queues/queue_by_memory.h"
#include "find/queues/queue_by_ports.h"
#include "find/queues/queue_by_states.h"
#include "find/queues/queue_by_streams.h"

namespace tapestry {

void find_queues(const Subject& on) {
    const CircularBuffers buffers = find_circular_buffers(on);
    // A module that is a queue as a whole is not searched for inner queues.
    if (find_queue_by_ports(on, buffers) || find_queue_by_states(on, buffers) ||
        find_queue_by_streams(on, buffers))
        return;
    find_queues_by_memory(on, buffers);
}

}  // namespace tapestry
