// SPDX-License-Identifier: Apache-2.0
// A module that is a queue by what it does, whatever its ports, pointers and flags are called and
// however it counts: with a flag beside its pointers, by shifting, with valid bits, one-hot.
//
// Its states are gone through from reset, with all values of its one-bit inputs. An input with an
// output that says when it is heard is the push, another pair is the pop, if every state then holds
// one number of entries: that of the state before, plus an accepted push, less an accepted pop. The
// most that a state holds is the depth. What goes in has to come out unchanged, from more than one
// place.
#pragma once

#include "find/module/subject.h"
#include "find/queues/circular_buffer.h"

namespace tapestry {

// True if the module is such a queue.
bool find_queue_by_states(const Subject& on, const CircularBuffers& buffers);

}  // namespace tapestry
