// SPDX-License-Identifier: Apache-2.0
// The register from which a pointer is loaded when it does not advance.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

// Another vector in the next value of the pointer (single bits may only step it). kNone if there is
// none.
VarId taken_over_by(const Subject& on, VarId pointer);
// True if the register `to` is ever assigned the value of `from`, or that value plus one.
bool copies(const Subject& on, VarId from, VarId to);
bool is_one_bit(const Subject& on, VarId v);

}  // namespace tapestry
