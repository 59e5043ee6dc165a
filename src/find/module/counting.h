// SPDX-License-Identifier: Apache-2.0
// Counters: registers whose next value is their own value plus or minus something.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

// True if a clocked process assigns the register itself plus (Op::add) or minus (Op::subtract)
// something.
bool counts(const Subject& on, VarId v, Op op);
// True if the expression contains such a sum, traced through combinational wires.
bool adds_to_itself(const Subject& on, ExprId id, VarId v, Op op);
// False for the variable of a `for` loop in a clocked process: it counts, but keeps no value
// between edges.
bool is_kept(const Subject& on, VarId v);

}  // namespace tapestry
