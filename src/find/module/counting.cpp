// SPDX-License-Identifier: Apache-2.0
#include "find/module/counting.h"

#include <algorithm>

namespace tapestry {

namespace {

constexpr int kDeepestStep = 12;

bool adds_to_itself(const Subject& on, ExprId id, VarId v, Op op, int depth) {
    const Expr& e = on.module.expr(id);
    if (depth > kDeepestStep) return false;
    if (e.op == op) {
        bool itself = false;
        on.index.for_each_ref(id, [&](VarId var, ExprId) { itself = itself || var == v; });
        return itself;
    }
    if (e.op == Op::ref && e.var != v && on.index.is_combinational(e.var)) {
        const auto& drivers = on.index.drivers(e.var);
        return std::any_of(drivers.begin(), drivers.end(), [&](AssignmentId d) {
            return adds_to_itself(on, on.index.assignment(d).value, v, op, depth + 1);
        });
    }
    return std::any_of(e.args.begin(), e.args.end(),
                       [&](ExprId a) { return adds_to_itself(on, a, v, op, depth + 1); });
}

}  // namespace

bool adds_to_itself(const Subject& on, ExprId id, VarId v, Op op) {
    return adds_to_itself(on, id, v, op, 0);
}

bool counts(const Subject& on, VarId v, Op op) {
    const auto& drivers = on.index.drivers(v);
    return std::any_of(drivers.begin(), drivers.end(), [&](AssignmentId id) {
        return on.index.is_clocked(on.index.assignment(id)) &&
               adds_to_itself(on, on.index.assignment(id).value, v, op);
    });
}

bool is_kept(const Subject& on, VarId v) {
    const auto& drivers = on.index.drivers(v);
    return std::any_of(drivers.begin(), drivers.end(), [&](AssignmentId id) {
        return on.index.is_clocked(on.index.assignment(id)) && !on.index.assignment(id).blocking;
    });
}

}  // namespace tapestry
