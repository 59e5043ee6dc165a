// SPDX-License-Identifier: Apache-2.0
// The iterations of a loop.
#pragma once

#include <vector>

#include "read/verilog/module_scope.h"

namespace tapestry {

struct LoopTurns {
    const SyntaxNode* step = nullptr;  // the statement that changes the variable; null: unknown
    VarId variable = kNone;
    std::vector<Constant> values;  // of the variable in each iteration
};

// Known for `for (i = number; condition of i; i = function of i)` without other assignments to i
// and without break. `before` is the statement before the loop. Gives up if one module would get
// too many iterations.
LoopTurns turns_of(const SyntaxNode& loop, const SyntaxNode* before, ModuleScope& scope);

}  // namespace tapestry
