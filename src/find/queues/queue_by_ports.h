// SPDX-License-Identifier: Apache-2.0
// A module that is a queue by its ports: push, full, pop and empty under one of their usual names.
#pragma once

#include "find/module/subject.h"
#include "find/queues/circular_buffer.h"

namespace tapestry {

// True if the module has such ports; it is then either taken as a queue or rejected.
bool find_queue_by_ports(const Subject& on, const CircularBuffers& buffers);

}  // namespace tapestry
