// SPDX-License-Identifier: Apache-2.0
// How often a loop goes round.
#pragma once

#include <vector>

#include "read/verilog/module_scope.h"

namespace tapestry {

struct LoopTurns {
    const SyntaxNode* step = nullptr;  // the statement that changes the variable; none: not known
    VarId variable = kNone;
    std::vector<Constant> values;  // of the variable in each turn
};

// Known for `for (i = number; condition of i; i = function of i)` with no other assignment to i and
// no way out of the middle. `before` is the statement before the loop. Too many turns for one
// module are given up.
LoopTurns turns_of(const SyntaxNode& loop, const SyntaxNode* before, ModuleScope& scope);

}  // namespace tapestry
