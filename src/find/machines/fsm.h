// SPDX-License-Identifier: Apache-2.0
// State machines. The rule: a register (or a member of a packed struct) is a state machine when
//
//   every leaf of its next value is a constant or the register itself,    (no counter, no data)
//   at least two different constants are among them,
//   and a condition on the way mentions the register,                     (it decides on itself)
//
// where next values and conditions are followed through conditional expressions, functions,
// combinational wires and helper registers. A register of one bit is taken only when its constants
// have names.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

void find_fsms(const Subject& on);

}  // namespace tapestry
