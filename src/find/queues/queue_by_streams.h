// SPDX-License-Identifier: Apache-2.0
// A module that is a queue by its streams: one goes in, one comes out, and a memory (or a name)
// that says queue lies between them.
#pragma once

#include "find/module/subject.h"
#include "find/queues/circular_buffer.h"

namespace tapestry {

// Whether the module is such a queue, and is taken or rejected as one. Its streams must have been
// found before.
bool find_queue_by_streams(const Subject& on, const CircularBuffers& buffers);

}  // namespace tapestry
