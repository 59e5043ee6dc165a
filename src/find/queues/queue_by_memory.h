// SPDX-License-Identifier: Apache-2.0
// Queues inside a larger module, any number of them: two counting pointers into one array that are
// compared with each other, or an up/down counter next to the array.
//
// One that is all of its module is called by the instance, another by its counter or its memory.
// Pushes and pops are pointer steps, so only accepted ones are seen; a refused push is invisible.
#pragma once

#include "find/module/subject.h"
#include "find/queues/circular_buffer.h"

namespace tapestry {

void find_queues_by_memory(const Subject& on, const CircularBuffers& buffers);

}  // namespace tapestry
