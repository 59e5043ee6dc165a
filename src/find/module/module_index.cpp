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
    for (std::size_t i = 0; i < module.vars.size(); ++i) {
        if (!module.vars[i].is_local)
            by_name_.emplace(module.vars[i].full_name(), static_cast<VarId>(i));
    }
    for (std::size_t i = 0; i < module.assignments.size(); ++i) {
        const Assignment& a = module.assignments[i];
        const bool initial =
            a.process != kNone &&
            module.processes[static_cast<std::size_t>(a.process)].kind == Process::Kind::initial;
        if (initial) continue;
        if (a.target != kNone)
            drivers_[static_cast<std::size_t>(a.target)].push_back(static_cast<std::int32_t>(i));
        if (!is_clocked(a)) continue;
        auto note = [&](VarId var, ExprId) {
            auto& list = readers_[static_cast<std::size_t>(var)];
            if (list.empty() || list.back() != a.process) list.push_back(a.process);
        };
        for_each_ref(a.value, note);
        for (const Guard& guard : a.guards) for_each_ref(guard, note);
    }
    for (std::size_t i = 0; i < module.instances.size(); ++i) {
        const Instance& instance = module.instances[i];
        for (std::size_t c = 0; c < instance.connections.size(); ++c) {
            const ExprId value = instance.connections[c].value;
            if (value == kNone || !is_wiring(module, value)) continue;
            for_each_ref(value, [&](VarId var, ExprId) {
                pins_[static_cast<std::size_t>(var)].push_back(
                    {static_cast<std::int32_t>(i), static_cast<std::int32_t>(c)});
            });
        }
    }
}

bool ModuleIndex::is_clocked(const Assignment& a) const {
    return a.process != kNone &&
           module_->processes[static_cast<std::size_t>(a.process)].kind == Process::Kind::clocked;
}

bool ModuleIndex::is_register(VarId var) const {
    const auto& list = drivers(var);
    return std::any_of(list.begin(), list.end(),
                       [&](std::int32_t id) { return is_clocked(assignment(id)); });
}

bool ModuleIndex::is_combinational(VarId var) const {
    return !drivers(var).empty() && !is_register(var);
}

}  // namespace tapestry
