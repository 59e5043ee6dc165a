// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "model/design.h"

namespace tapestry {

// The variables that an expression reads; kNone stands for what is none of the module's.
std::set<VarId> variables_of(const Module& module, ExprId id);

// The only one of them; kNone when there are several, or none.
VarId only_variable(const Module& module, ExprId id);

}  // namespace tapestry
