// SPDX-License-Identifier: Apache-2.0
// Where a pointer's value comes from when it does not step: a register that it takes over.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

// Another word that the next value of the pointer is made of; single bits may step it. kNone when
// there is none.
VarId taken_over_by(const Subject& on, VarId pointer);
// Whether the register `to` is ever given the value of `from`, or that value plus one.
bool copies(const Subject& on, VarId from, VarId to);
bool is_one_bit(const Subject& on, VarId v);

}  // namespace tapestry
