// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "model/design.h"

namespace tapestry {

// The variables that an expression reads; kNone stands for any signal outside the module.
std::set<VarId> variables_of(const Module& module, ExprId id);

// The only variable that it reads; kNone if there are none or several.
VarId only_variable(const Module& module, ExprId id);

}  // namespace tapestry
