// SPDX-License-Identifier: Apache-2.0
// A block that goes on only when what it gave has left the block behind it: at the end of a line a
// process waits until the register slice at its output is empty. No handshake between the two says
// so; the times do. A visit behind such a wait, when k beats were given before it, begins
//
//   at max(end of the visit before + delay, give (k - 1) + way)
//
// That is a beat from the block behind, of which the visit waits.
#pragma once

#include "model/operations.h"

namespace tapestry {

// Finds such waits between a thread and an elastic block (elastic.h) that it gives to, and puts a
// channel and a visit of its own where each is: what was work of the thread then becomes waiting.
// Only where every delay that is longer than the shortest is explained to the cycle.
void add_drains(Operations& operations);

}  // namespace tapestry
