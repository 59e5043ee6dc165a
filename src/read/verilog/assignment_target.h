// SPDX-License-Identifier: Apache-2.0
// The target of an assignment: a variable, a slice, an array element, or a name in another scope.
#pragma once

#include "read/verilog/module_scope.h"

namespace tapestry {

// False if the target is none of these.
bool set_target(Assignment& assignment, const SyntaxNode& target, ModuleScope& scope);

}  // namespace tapestry
