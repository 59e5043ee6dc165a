// SPDX-License-Identifier: Apache-2.0
// A block that continues only when the beats it gave have left the block downstream: at the end of
// a line a process waits until the register slice at its output is empty. No handshake between the
// two shows this; the times do. With k beats given before such a wait, the visit after it begins
//
//   at max(end of the previous visit + delay, give (k - 1) + drain_delay)
//
// The wait is modelled as a beat that the block downstream sends back to the thread.
#pragma once

#include "model/operations.h"

namespace tapestry {

// Finds such waits between a thread and an elastic block (elastic.h) that it gives to, and adds a
// channel and one visit for each wait, so that these cycles count as waiting and not as work. It
// does so only if the law explains every delay longer than the shortest to the cycle.
void add_drains(Operations& operations);

}  // namespace tapestry
