// SPDX-License-Identifier: Apache-2.0
// A module that is a queue by its streams: one in, one out, and between them a memory, or a name
// that means queue.
#pragma once

#include "find/module/subject.h"
#include "find/queues/circular_buffer.h"

namespace tapestry {

bool is_named_queue(const Module& module);

// True if the module is such a queue; it is then either taken or rejected. Its streams must be
// found already.
bool find_queue_by_streams(const Subject& on, const CircularBuffers& buffers);

}  // namespace tapestry
