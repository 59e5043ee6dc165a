// SPDX-License-Identifier: Apache-2.0
// Circular buffers: arrays with a write and a read pointer and often an occupancy counter. The
// occupancy equals pushes minus pops only if the pointers advance by one (pointer_steps.h) and are
// never loaded from another register (pointer_origin.h).
#pragma once

#include <vector>

#include "find/module/subject.h"

namespace tapestry {

struct CircularBuffer {
    VarId memory = kNone;
    VarId write_pointer = kNone;
    VarId read_pointer = kNone;
    VarId counter = kNone;  // incremented by pushes and decremented by pops
};

struct CircularBuffers {
    // Arrays with two pointers that are related by a comparison or a counter.
    std::vector<CircularBuffer> paired;
    // Arrays with two unrelated pointers: a buffer, not a queue.
    std::vector<CircularBuffer> unpaired;
};

CircularBuffers find_circular_buffers(const Subject& on);

// The register from which a pointer (or counter) of a buffer is loaded instead of advancing: the
// occupancy is then not pushes minus pops. kNone if there is none.
VarId set_back_from(const Subject& on, const CircularBuffer& buffer);
// The same for all buffers, and for pointers of a module whose memory is in a submodule.
VarId set_back_from(const Subject& on, const CircularBuffers& buffers);

// True if a variable depends on one of the buffer's registers through combinational wires.
bool tells_of(const Subject& on, const CircularBuffer& buffer, VarId var);

}  // namespace tapestry
