// SPDX-License-Identifier: Apache-2.0
// When a module works, where no state machine and no handshake tells: a serial port whose counters
// run from the moment that an input starts them.
//
//   An output says it if it is a register of one bit, or the inverse of one, that takes constants
//   only: one of them only where an input of one bit is active, and the other where registers of
//   the module say so and no input has to be active.
//   Where no output does, a register that such an input loads, and that counts down to 0 by itself.
//
// The tap is a state machine of that register, with two states: `works`, and `waits` for the input.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

// Looks at the module unless something was found in it. To be called when all else has been
// found, and no handshake, queue or call was found in the design.
void find_busy_flag(const Subject& on);

}  // namespace tapestry
