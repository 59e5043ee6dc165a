// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/neighbours.h"

namespace tapestry {

namespace {

bool mentions_outer(const Module& module, ExprId id) {
    if (id == kNone) return false;
    const Expr& expr = module.expr(id);
    if (expr.op == Op::outer_ref) return true;
    for (const ExprId argument : expr.args)
        if (mentions_outer(module, argument)) return true;
    return false;
}

Process::Kind kind_of(const Module& module, const Assignment& a) {
    return a.process == kNone ? Process::Kind::combinational : module.processes[a.process].kind;
}

}  // namespace

std::vector<ExprId> read_by(const Assignment& a) {
    std::vector<ExprId> all = {a.value, a.element_index};
    if (a.dynamic || a.to_element) all.push_back(a.target_expr);
    for (const Guard& guard : a.guards) {
        all.push_back(guard.condition);
        all.insert(all.end(), guard.matches.begin(), guard.matches.end());
    }
    return all;
}

void add_mentions(const Module& module, ExprId id, std::set<VarId>& vars) {
    if (id == kNone) return;
    const Expr& expr = module.expr(id);
    if (expr.var != kNone) vars.insert(expr.var);
    for (const ExprId argument : expr.args) add_mentions(module, argument, vars);
}

VarId port_named(const Module& module, const std::string& name) {
    for (const VarId i : module.vars.ids()) {
        const Var& var = module.vars[i];
        if (var.direction != Direction::none && var.name == name) return i;
    }
    return kNone;
}

void Ends::add(const Ends& other) {
    known = known && other.known;
    own = own || other.own;
    instances.insert(other.instances.begin(), other.instances.end());
    ports.insert(other.ports.begin(), other.ports.end());
}

void Neighbours::index(const Module& module, AssignmentId number, Wiring& wiring) const {
    const Assignment& a = module.assignments[number];
    if (kind_of(module, a) == Process::Kind::initial) return;
    std::set<VarId> read;
    bool outer = a.target == kNone;
    for (const ExprId expr : read_by(a)) {
        add_mentions(module, expr, read);
        outer = outer || mentions_outer(module, expr);
    }
    if (a.target != kNone) wiring.writes[a.target].push_back(number);
    for (const VarId var : read) wiring.reads[var].push_back(number);
    if (!outer) return;
    wiring.lost.insert(a.target);
    wiring.lost.insert(read.begin(), read.end());
}

const Neighbours::Wiring& Neighbours::wiring(ModuleId id) {
    Wiring& wiring = wiring_[id];
    if (wiring.ready) return wiring;
    wiring.ready = true;
    const Module& module = design_.modules[id];
    for (const AssignmentId i : module.assignments.ids()) index(module, i, wiring);
    for (const InstanceId i : module.instances.ids()) {
        const auto& connections = module.instances[i].connections;
        for (std::size_t c = 0; c < connections.size(); ++c) {
            std::set<VarId> vars;
            add_mentions(module, connections[c].value, vars);
            if (mentions_outer(module, connections[c].value))
                wiring.lost.insert(vars.begin(), vars.end());
            const Wiring::Pin pin{i, c};
            for (const VarId var : vars) {
                if (connections[c].direction != Direction::input) wiring.driven[var].push_back(pin);
                if (connections[c].direction != Direction::output) wiring.heard[var].push_back(pin);
            }
        }
    }
    return wiring;
}

void Neighbours::follow_assignment(Search& search, const Assignment& a) {
    const Module& module = design_.modules[search.module];
    if (kind_of(module, a) == Process::Kind::clocked) {
        search.ends.own = true;
    } else if (search.way == Way::to_hearers) {
        if (a.target != kNone) visit(search, a.target);
    } else {
        std::set<VarId> read;
        for (const ExprId expr : read_by(a)) add_mentions(module, expr, read);
        for (const VarId var : read) visit(search, var);
    }
}

void Neighbours::follow_pin(Search& search, const Wiring::Pin& pin) {
    if (pin.instance == search.except) return;
    const Module& module = design_.modules[search.module];
    const Instance& instance = module.instances[pin.instance];
    if (instance.module == kNone) {
        search.ends.known = false;
        return;
    }
    const Module& child = design_.modules[instance.module];
    const VarId port = port_named(child, instance.connections[pin.connection].port);
    if (port == kNone) {
        search.ends.known = false;
        return;
    }
    const Ends within = inside(instance.module, port, search.way);
    search.ends.known = search.ends.known && within.known;
    if (within.own || !within.instances.empty()) search.ends.instances.insert(pin.instance);
    for (const VarId other : within.ports) {
        for (const Connection& c : instance.connections) {
            if (c.port != child.var(other).name) continue;
            std::set<VarId> vars;
            add_mentions(module, c.value, vars);
            for (const VarId var : vars) visit(search, var);
        }
    }
}

void Neighbours::visit(Search& search, VarId var) {
    if (!search.seen.insert(var).second) return;
    const Module& module = design_.modules[search.module];
    const Wiring& wires = wiring(search.module);
    const bool drivers = search.way == Way::to_drivers;
    if (wires.lost.contains(var)) search.ends.known = false;
    const Direction direction = module.var(var).direction;
    if (direction == Direction::inout ||
        direction == (drivers ? Direction::input : Direction::output))
        search.ends.ports.insert(var);
    const auto& assignments = drivers ? wires.writes : wires.reads;
    if (const auto at = assignments.find(var); at != assignments.end())
        for (const AssignmentId i : at->second) follow_assignment(search, module.assignments[i]);
    const auto& pins = drivers ? wires.driven : wires.heard;
    if (const auto at = pins.find(var); at != pins.end())
        for (const Wiring::Pin& pin : at->second) follow_pin(search, pin);
}

const Ends& Neighbours::inside(ModuleId module, VarId port, Way way) {
    const auto [at, added] = inside_.try_emplace({module, port, way});
    if (!added) return at->second;
    Search search{module, kNone, way};
    visit(search, port);
    search.ends.ports.erase(port);
    return inside_[{module, port, way}] = search.ends;
}

Ends Neighbours::of(ModuleId parent, InstanceId instance, const std::string& port) {
    const Module& module = design_.modules[parent];
    Search search{parent, instance, Way::to_drivers};
    for (const Connection& c : module.instances[instance].connections) {
        if (c.port != port) continue;
        search.way = c.direction == Direction::input ? Way::to_drivers : Way::to_hearers;
        if (mentions_outer(module, c.value) || c.direction == Direction::inout)
            search.ends.known = false;
        std::set<VarId> vars;
        add_mentions(module, c.value, vars);
        for (const VarId var : vars) visit(search, var);
    }
    return search.ends;
}

}  // namespace tapestry
