// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/clock_use.h"

#include <algorithm>

#include "explain/experiments/neighbours.h"

namespace tapestry {

namespace {

// How a signal goes through an expression: as it is (or gated), inverted, or in no way that is
// known.
enum class Way { none, same, inverted, unknown };

Way way_through(const Module& module, ExprId id, VarId var) {
    if (id == kNone) return Way::none;
    const Expr& expr = module.expr(id);
    if (expr.op == Op::ref) return expr.var == var ? Way::same : Way::none;
    Way way = Way::none;
    for (ExprId argument : expr.args) {
        const Way inner = way_through(module, argument, var);
        if (inner != Way::none) way = way == Way::none ? inner : Way::unknown;
    }
    if (way == Way::none || expr.op == Op::and_ || expr.op == Op::or_) return way;
    if (expr.op == Op::not_ && way != Way::unknown)
        return way == Way::same ? Way::inverted : Way::same;
    return Way::unknown;
}

ClockEdges through(Way way, const ClockEdges& edges) {
    if (way == Way::none || !edges.any()) return {};
    if (way == Way::same) return edges;
    return way == Way::inverted ? edges.flipped() : ClockEdges{true, true};
}

}  // namespace

const IdTable<ProcessId, std::set<VarId>>& ClockUse::tested_by(ModuleId id) {
    auto& tested = tested_[id];
    const Module& module = design_.modules[id];
    if (!tested.empty() || module.processes.empty()) return tested;
    tested.resize(module.processes.size());
    for (const Assignment& a : module.assignments) {
        if (a.process == kNone) continue;
        std::set<VarId>& vars = tested[a.process];
        add_mentions(module, a.value, vars);
        for (const Guard& guard : a.guards) add_mentions(module, guard.condition, vars);
    }
    return tested;
}

ClockEdges ClockUse::in_processes(ModuleId id, VarId var) {
    const Module& module = design_.modules[id];
    const auto& tested = tested_by(id);
    ClockEdges edges;
    for (const ProcessId p : module.processes.ids()) {
        const Process& process = module.processes[p];
        if (process.kind != Process::Kind::clocked) continue;
        for (const EdgeEvent& event : process.edges) {
            const bool is_reset = process.edges.size() > 1 && tested[p].contains(event.var);
            if (event.var != var || is_reset) continue;
            edges.add({event.edge == Edge::positive, event.edge == Edge::negative});
        }
    }
    return edges;
}

ClockEdges ClockUse::in_instances(ModuleId id, VarId var) {
    const Module& module = design_.modules[id];
    ClockEdges edges;
    for (const Instance& instance : module.instances) {
        if (instance.module == kNone) continue;
        for (const Connection& c : instance.connections) {
            if (c.direction == Direction::output) continue;
            const Way way = way_through(module, c.value, var);
            if (way == Way::none) continue;
            const Module& child = design_.modules[instance.module];
            const VarId port = port_named(child, c.port);
            if (port != kNone) edges.add(through(way, of(instance.module, port)));
        }
    }
    return edges;
}

ClockEdges ClockUse::in_assignments(ModuleId id, VarId var) {
    const Module& module = design_.modules[id];
    ClockEdges edges;
    for (const Assignment& a : module.assignments) {
        const bool clocked =
            a.process != kNone && module.processes[a.process].kind != Process::Kind::combinational;
        if (clocked || a.target == kNone || a.target == var) continue;
        const Way way = way_through(module, a.value, var);
        if (way != Way::none) edges.add(through(way, of(id, a.target)));
    }
    return edges;
}

ClockEdges ClockUse::of(ModuleId module, VarId var) {
    const auto key = std::make_pair(module, var);
    if (const auto known = memo_.find(key); known != memo_.end()) return known->second;
    const Design& design = design_;
    memo_[key] = {};  // ends a search that comes back to this variable
    const Module& m = design.modules[module];
    if (design.width_of(m.var(var).type) != 1) return {};
    ClockEdges edges = in_processes(module, var);
    edges.add(in_instances(module, var));
    edges.add(in_assignments(module, var));
    return memo_[key] = edges;
}

bool ClockUse::has_registers(ModuleId id) {
    if (id == kNone) return false;
    if (const auto known = registers_.find(id); known != registers_.end()) return known->second;
    const Module& module = design_.modules[id];
    const bool own = std::any_of(module.processes.begin(), module.processes.end(),
                                 [](const Process& p) { return p.kind == Process::Kind::clocked; });
    return registers_[id] = own || std::any_of(module.instances.begin(), module.instances.end(),
                                               [&](const Instance& instance) {
                                                   return has_registers(instance.module);
                                               });
}

}  // namespace tapestry
