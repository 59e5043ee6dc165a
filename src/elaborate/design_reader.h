// SPDX-License-Identifier: Apache-2.0
// Turns the elaborated syntax tree into a Design.
#pragma once

#include "elaborate/syntax_tree.h"
#include "model/design.h"

namespace tapestry {

// Design::top is the elaborated top of the tree.
Design read_design(const SyntaxTree& tree);

}  // namespace tapestry
