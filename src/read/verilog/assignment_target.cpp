// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/assignment_target.h"

#include "read/verilog/expression_reader.h"
#include "read/verilog/name_coding.h"

namespace tapestry {

bool set_target(Assignment& assignment, const SyntaxNode& target, ModuleScope& scope) {
    const Module& module = scope.module();
    ExpressionReader expressions(scope);
    assignment.target_expr = expressions.read(target, nullptr);
    assignment.width = scope.width_of(target);
    if (target.kind == "varref") {
        assignment.target = scope.lookup(decode_name(target.name));
        return assignment.target != kNone;
    }
    if (target.kind == "varxref") {
        assignment.outer_target = module.expr(assignment.target_expr).text;
        return true;
    }
    const bool selects = target.kind == "sel" || target.kind == "arraysel";
    if (!selects || target.children.size() < 2 ||
        !set_target(assignment, *target.children[0], scope))
        return false;
    const ExprId where = expressions.read(*target.children[1], nullptr);
    assignment.whole = false;
    assignment.width = scope.width_of(target);
    if (target.kind == "arraysel") {
        assignment.to_element = true;
        assignment.element_index = where;
        return true;
    }
    const Expr& lsb = module.expr(where);
    if (lsb.op == Op::constant && lsb.value.to_u64()) {
        assignment.lsb += static_cast<std::uint32_t>(*lsb.value.to_u64());
        assignment.slice_index = where;
    } else {
        assignment.dynamic = true;
    }
    return true;
}

}  // namespace tapestry
