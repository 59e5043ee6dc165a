// SPDX-License-Identifier: Apache-2.0
// Registers that count: their next value is what they hold plus, or less, something.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

// Whether a clocked process gives the register itself plus (Op::add) or minus (Op::subtract)
// something.
bool counts(const Subject& on, VarId v, Op op);
// Whether that is in the expression, followed through combinational wires.
bool adds_to_itself(const Subject& on, ExprId id, VarId v, Op op);
// The variable of a `for` in a clocked process counts too, but keeps nothing from edge to edge.
bool is_kept(const Subject& on, VarId v);

}  // namespace tapestry
