// SPDX-License-Identifier: Apache-2.0
#include "model/expression_variables.h"

#include <vector>

namespace tapestry {

std::set<VarId> variables_of(const Module& module, ExprId id) {
    std::set<VarId> variables;
    std::vector<ExprId> open = {id};
    while (!open.empty()) {
        const Expr& e = module.expr(open.back());
        open.pop_back();
        if (e.op == Op::outer_ref) variables.insert(kNone);
        if (e.op == Op::ref) variables.insert(e.var);
        open.insert(open.end(), e.args.begin(), e.args.end());
    }
    return variables;
}

VarId only_variable(const Module& module, ExprId id) {
    const std::set<VarId> variables = variables_of(module, id);
    return variables.size() == 1 ? *variables.begin() : kNone;
}

}  // namespace tapestry
