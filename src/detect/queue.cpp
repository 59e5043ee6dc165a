// SPDX-License-Identifier: Apache-2.0
#include "detect/queue.h"

#include "detect/circular_buffer.h"
#include "detect/queue_by_memory.h"
#include "detect/queue_by_ports.h"
#include "detect/queue_by_streams.h"

namespace tapestry {

void find_queues(const Subject& on) {
    const CircularBuffers buffers = find_circular_buffers(on);
    // A module that is a queue as a whole is not searched for queues inside.
    if (find_queue_by_ports(on, buffers) || find_queue_by_streams(on, buffers)) return;
    find_queues_by_memory(on, buffers);
}

}  // namespace tapestry
