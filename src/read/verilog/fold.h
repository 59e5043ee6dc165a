// SPDX-License-Identifier: Apache-2.0
// The number that an expression of numbers is.
#pragma once

#include <optional>

#include "model/design.h"

namespace tapestry {

// Nothing when an operand is no number, when a number is wider than 64 bits, or when the operator
// is none that indices and conditions of loops are made of.
std::optional<Constant> folded(const Module& module, const Expr& expr);

}  // namespace tapestry
