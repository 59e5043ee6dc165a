// SPDX-License-Identifier: Apache-2.0
// Whether a module that looks like a queue is one: it stores what it takes itself, and what is in
// it is what went in less what came out.
#pragma once

#include <string>

#include "find/module/subject.h"
#include "find/queues/circular_buffer.h"

namespace tapestry {

// A module that holds queues and stores nothing itself: the queues inside are the finding.
bool is_wrapper(const Subject& on);

// Why what is in the queue may differ from what went in less what came out; empty when nothing says
// so.
std::string why_lossy(const Subject& on, const CircularBuffers& buffers);
// The same for a pointer that takes over the register `from`.
std::string set_back_text(const Subject& on, VarId from);

// Whether a beat of the stream `in` that goes in while none of `out` comes out always moves the
// write pointer of a buffer.
bool keeps_all(const Subject& on, const CircularBuffers& buffers, const Finding& in,
               const Finding& out);

}  // namespace tapestry
