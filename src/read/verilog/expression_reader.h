// SPDX-License-Identifier: Apache-2.0
// Turns an expression of the tree into one of the Module.
#pragma once

#include "read/verilog/module_scope.h"

namespace tapestry {

class ExpressionReader {
public:
    explicit ExpressionReader(ModuleScope& scope) : scope_(scope) {}

    // `position`: the statement that contains the expression, if any; called functions are executed
    // there.
    ExprId read(const SyntaxNode& node, const Position* position);

private:
    ExprId read_operator(const SyntaxNode& node, Expr expr, const Position* position);
    ExprId read_call(const SyntaxNode& node, Expr expr, const Position* position);

    ModuleScope& scope_;
};

}  // namespace tapestry
