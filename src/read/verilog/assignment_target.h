// SPDX-License-Identifier: Apache-2.0
// What an assignment writes: a variable, a slice of it, an element of an array, a name elsewhere.
#pragma once

#include "read/verilog/module_scope.h"

namespace tapestry {

// False for a target that is none of these.
bool set_target(Assignment& assignment, const SyntaxNode& target, ModuleScope& scope);

}  // namespace tapestry
