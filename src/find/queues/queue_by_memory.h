// SPDX-License-Identifier: Apache-2.0
// Queues inside a larger module, any number of them: two counting pointers into one array that are
// compared with each other, or a register that counts up and down beside the array.
//
// Pushes and pops are the steps of the pointers, so they are accepted ones: a push that is refused
// does not show.
#pragma once

#include "find/module/subject.h"
#include "find/queues/circular_buffer.h"

namespace tapestry {

void find_queues_by_memory(const Subject& on, const CircularBuffers& buffers);

}  // namespace tapestry
