// SPDX-License-Identifier: Apache-2.0
// Circular buffers: arrays with a write and a read pointer and, often, a count beside them. A
// buffer holds pushes less pops only when its pointers step one at a time (pointer_steps.h) and are
// never set to another register (pointer_origin.h).
#pragma once

#include <vector>

#include "find/module/subject.h"

namespace tapestry {

struct CircularBuffer {
    VarId memory = kNone;
    VarId write_pointer = kNone;
    VarId read_pointer = kNone;
    VarId counter = kNone;  // a register that counts its pushes up and its pops down
};

struct CircularBuffers {
    // Arrays with two pointers that know of each other, by a comparison or a count.
    std::vector<CircularBuffer> paired;
    // Without that the pointers address a buffer, not a queue.
    std::vector<CircularBuffer> unpaired;
};

CircularBuffers find_circular_buffers(const Subject& on);

// The register that a pointer (or count) of a buffer takes over, instead of stepping: what is in
// the queue is then not what went in less what came out. kNone when there is none.
VarId set_back_from(const Subject& on, const CircularBuffer& buffer);
// The same for any of them, or for a pointer of the module whose memory is in a module of its own.
VarId set_back_from(const Subject& on, const CircularBuffers& buffers);

// Whether a variable follows from one of the buffer's registers through combinational wires.
bool tells_of(const Subject& on, const CircularBuffer& buffer, VarId var);

}  // namespace tapestry
