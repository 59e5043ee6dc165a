// SPDX-License-Identifier: Apache-2.0
#include "find/module/counting.h"

#include <algorithm>
#include <set>
#include <vector>

namespace tapestry {

namespace {

constexpr int kDeepestStep = 12;

// What a value is made from: its operands, or for a wire what drives it.
void add_parts(const Subject& on, ExprId id, VarId v, std::vector<ExprId>& parts) {
    const Expr& e = on.module.expr(id);
    if (e.op != Op::ref || e.var == v || !on.index.is_combinational(e.var)) {
        parts.insert(parts.end(), e.args.begin(), e.args.end());
        return;
    }
    for (const AssignmentId d : on.index.drivers(e.var))
        parts.push_back(on.index.assignment(d).value);
}

bool refers_to(const Subject& on, ExprId id, VarId v) {
    bool found = false;
    on.index.for_each_ref(id, [&](VarId var, ExprId) { found = found || var == v; });
    return found;
}

}  // namespace

// Wires that meet again are followed once: the ways through them double with each.
bool adds_to_itself(const Subject& on, ExprId id, VarId v, Op op) {
    std::set<ExprId> seen = {id};
    std::vector<ExprId> now = {id};
    for (int depth = 0; depth <= kDeepestStep && !now.empty(); ++depth) {
        std::vector<ExprId> parts;
        for (const ExprId part : now) {
            if (on.module.expr(part).op != op)
                add_parts(on, part, v, parts);
            else if (refers_to(on, part, v))
                return true;
        }
        std::erase_if(parts, [&](ExprId part) { return !seen.insert(part).second; });
        now = std::move(parts);
    }
    return false;
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
