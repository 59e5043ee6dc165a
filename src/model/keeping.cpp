// SPDX-License-Identifier: Apache-2.0
#include "model/keeping.h"

#include <algorithm>

#include "model/expression_variables.h"

namespace tapestry {

namespace {

bool is_clocked(const Module& module, const Assignment& a) {
    return a.process != kNone && a.target != kNone &&
           module.processes[static_cast<std::size_t>(a.process)].kind == Process::Kind::clocked;
}

bool is_input(const Module& module, VarId var) {
    return var != kNone && module.var(var).direction == Direction::input;
}

bool is_said_by_inputs(const Module& module, const Guard& guard) {
    const std::set<VarId> read = variables_of(module, guard.condition);
    return std::all_of(read.begin(), read.end(), [&](VarId v) { return is_input(module, v); });
}

}  // namespace

std::set<VarId> registers_of(const Module& module) {
    std::set<VarId> registers;
    for (const Assignment& a : module.assignments)
        if (is_clocked(module, a)) registers.insert(a.target);
    return registers;
}

bool only_keeps(const Module& module) {
    auto keeps = [&](const Assignment& a) {
        const Expr& value = module.expr(a.value);
        if (value.op != Op::constant && value.op != Op::ref) return false;
        if (!is_clocked(module, a)) return a.guards.empty();
        return (value.op == Op::constant || is_input(module, value.var)) &&
               std::all_of(a.guards.begin(), a.guards.end(),
                           [&](const Guard& g) { return is_said_by_inputs(module, g); });
    };
    return module.instances.empty() &&
           std::all_of(module.assignments.begin(), module.assignments.end(), keeps);
}

}  // namespace tapestry
