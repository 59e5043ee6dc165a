// SPDX-License-Identifier: Apache-2.0
// Two signals that are named as a handshake and are none: `valid` starts a time, `ready` tells that
// it is over, and an offer that waits starts it again. So it would never be taken.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

// Tried over some cycles, if nothing but `valid` and resets decides on `ready`.
bool is_waiting_offer_refused(const Subject& on, VarId valid, VarId ready);

}  // namespace tapestry
