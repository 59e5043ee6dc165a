// SPDX-License-Identifier: Apache-2.0
// Constant folding.
#pragma once

#include <optional>

#include "model/design.h"

namespace tapestry {

// Nothing if an operand is not constant, a number is wider than 64 bits, or the operator is not
// used in indices and loop conditions.
std::optional<Constant> folded(const Module& module, const Expr& expr);

}  // namespace tapestry
