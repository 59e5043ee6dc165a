// SPDX-License-Identifier: Apache-2.0
// Detection of state machines. A register (or a member of a packed struct) is a state machine if
//
//   every leaf of its next value is a constant or the register itself    (no counter, no data)
//   at least two different constants are among the leaves
//   a condition on the path reads the register                           (it decides on itself)
//
// Next values and conditions are traced through conditional expressions, functions, combinational
// wires and helper registers. A one-bit register is taken only if its constants have names.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

void find_fsms(const Subject& on);

}  // namespace tapestry
