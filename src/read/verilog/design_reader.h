// SPDX-License-Identifier: Apache-2.0
// Turns the elaborated syntax tree into a Design.
#pragma once

#include "model/design.h"
#include "read/verilog/syntax_tree.h"

namespace tapestry {

// Design::top is the elaborated top of the tree.
Design read_design(const SyntaxTree& tree);

}  // namespace tapestry
