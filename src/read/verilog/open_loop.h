// SPDX-License-Identifier: Apache-2.0
// A testbench that sets its own pace: no output of the design decides when it drives the design, or
// when it ends. Then nothing inside the design makes the run shorter.
#pragma once

#include <string>

#include "read/verilog/syntax_tree.h"

namespace tapestry {

// Whether the testbench at the top of the tree drives the module `design` again and again at a pace
// of its own. False wherever that is not certain, and for one that lets the design run by itself.
bool is_open_loop(const SyntaxTree& tree, const std::string& design);

}  // namespace tapestry
