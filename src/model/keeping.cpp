// SPDX-License-Identifier: Apache-2.0
#include "model/keeping.h"

#include <algorithm>

#include "model/expression_variables.h"

namespace tapestry {

namespace {

bool is_clocked(const Module& module, const Assignment& a) {
    return a.process != kNone && a.target != kNone &&
           module.processes[a.process].kind == Process::Kind::clocked;
}

bool is_input(const Module& module, VarId var) {
    return var != kNone && module.var(var).direction == Direction::input;
}

// A constant, an input, or a choice between such. Elaboration writes the choice between a bit and a
// constant one as `and` and `or`.
bool is_kept(const Module& module, const Expr& value) {
    if (value.op == Op::constant) return true;
    if (value.op == Op::ref)
        return is_input(module, value.var) ||
               (value.var != kNone && module.var(value.var).is_parameter);
    const bool gate = value.op == Op::and_ || value.op == Op::or_ || value.op == Op::not_;
    return (value.op == Op::conditional || (gate && value.width == 1)) &&
           std::all_of(value.args.begin(), value.args.end(),
                       [&](ExprId arg) { return is_kept(module, module.expr(arg)); });
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

bool only_keeps(const Design& design, const Module& module) {
    auto keeps = [&](const Assignment& a) {
        const Expr& value = module.expr(a.value);
        if (!is_clocked(module, a))
            return a.guards.empty() && (value.op == Op::constant || value.op == Op::ref);
        return is_kept(module, value) &&
               std::all_of(a.guards.begin(), a.guards.end(),
                           [&](const Guard& g) { return is_said_by_inputs(module, g); });
    };
    const bool alone = std::all_of(
        module.instances.begin(), module.instances.end(), [&](const Instance& instance) {
            return instance.module != kNone && only_keeps(design, design.modules[instance.module]);
        });
    // Several of them may work together: a shift register is a line of flops.
    return alone && module.instances.size() <= 1 &&
           (module.instances.empty() || registers_of(module).empty()) &&
           std::all_of(module.assignments.begin(), module.assignments.end(), keeps);
}

}  // namespace tapestry
