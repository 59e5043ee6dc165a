// SPDX-License-Identifier: Apache-2.0
#include "find/module/module_index.h"

#include <algorithm>

namespace tapestry {

namespace {

// True for concatenations and slices of variables, which compute nothing.
bool is_wiring(const Module& module, ExprId id) {
    const Expr& e = module.expr(id);
    if (e.op == Op::ref || e.op == Op::constant) return true;
    return (e.op == Op::select || e.op == Op::array_select || e.op == Op::concatenate) &&
           std::all_of(e.args.begin(), e.args.end(),
                       [&](ExprId argument) { return is_wiring(module, argument); });
}

}  // namespace

ModuleIndex::ModuleIndex(const Module& module)
    : module_(&module),
      drivers_(module.vars.size()),
      readers_(module.vars.size()),
      pins_(module.vars.size()) {
    for (const VarId i : module.vars.ids()) {
        if (!module.vars[i].is_local) by_name_.emplace(module.vars[i].full_name(), i);
    }
    for (const AssignmentId i : module.assignments.ids()) {
        const Assignment& a = module.assignments[i];
        const bool initial =
            a.process != kNone && module.processes[a.process].kind == Process::Kind::initial;
        if (initial) continue;
        if (a.target != kNone) drivers_[a.target].push_back(i);
        if (!is_clocked(a)) continue;
        auto note = [&](VarId var, ExprId) {
            auto& list = readers_[var];
            if (list.empty() || list.back() != a.process) list.push_back(a.process);
        };
        for_each_ref(a.value, note);
        for (const Guard& guard : a.guards) for_each_ref(guard, note);
    }
    for (const InstanceId i : module.instances.ids()) {
        const Instance& instance = module.instances[i];
        for (std::size_t c = 0; c < instance.connections.size(); ++c) {
            const ExprId value = instance.connections[c].value;
            if (value == kNone || !is_wiring(module, value)) continue;
            for_each_ref(value, [&](VarId var, ExprId) { pins_[var].push_back({i, c}); });
        }
    }
}

bool ModuleIndex::is_clocked(const Assignment& a) const {
    return a.process != kNone && module_->processes[a.process].kind == Process::Kind::clocked;
}

bool ModuleIndex::is_register(VarId var) const {
    const auto& list = drivers(var);
    return std::any_of(list.begin(), list.end(),
                       [&](AssignmentId id) { return is_clocked(assignment(id)); });
}

bool ModuleIndex::is_combinational(VarId var) const {
    return !drivers(var).empty() && !is_register(var);
}

}  // namespace tapestry
