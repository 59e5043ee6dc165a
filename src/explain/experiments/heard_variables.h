// SPDX-License-Identifier: Apache-2.0
// What of a module anything outside it can ever notice.
#pragma once

#include <set>

#include "model/design.h"

namespace tapestry {

// The variables that lead to an output, an instance or another scope, also through other registers.
// A register that is not among them, such as a counter that only restarts itself, may change in
// every cycle and says nothing.
std::set<VarId> heard_variables(const Module& module);

}  // namespace tapestry
