// SPDX-License-Identifier: Apache-2.0
#include "find/logic/observability.h"

#include <algorithm>

namespace tapestry {

Observability::Node Observability::atom_changes(ModuleLogic& logic, Variable atom, Variable x) {
    const auto key = std::make_tuple(logic.id(), atom, x);
    if (const auto known = atom_memo_.find(key); known != atom_memo_.end()) return known->second;
    atom_memo_[key] = Diagram::kFalse;  // terminates a search that returns to this atom
    Node any = Diagram::kFalse;
    const std::vector<Node> operands = logic.operands(atom);
    for (Node n : operands) {
        if (any == Diagram::kTrue) break;
        any = logic.diagram().either(any, changes(logic.id(), n, x));
    }
    return atom_memo_[key] = any;
}

Observability::Node Observability::changes(ModuleId module, Node f, Variable x) {
    ModuleLogic& logic = all_.module(module);
    Diagram& d = logic.diagram();
    Node result = d.difference(f, x);
    const std::set<Variable> atoms = d.support(f);
    for (Variable atom : atoms) {
        if (atom == x || !logic.atom(atom).operands || d.overflowed()) continue;
        const Node inner = atom_changes(logic, atom, x);
        if (inner != Diagram::kFalse)
            result = d.either(result, d.both(d.difference(f, atom), inner));
    }
    return result;
}

bool Observability::counts(ModuleLogic& logic, const ObservationPoint& point,
                           const Observers& who) {
    if (point.kind != ObservationPoint::Kind::pin) return true;
    if (point.instance == who.except) return false;
    return who.wires || !logic.diagram().is_literal(point.function);
}

Observability::Node Observability::heard_by(ModuleLogic& logic, const ObservationPoint& point,
                                            Variable x) {
    Diagram& d = logic.diagram();
    Node where = changes(logic.id(), point.function, x);
    if (point.kind == ObservationPoint::Kind::write) {
        Node data = Diagram::kFalse;
        for (Node n : point.operands) data = d.either(data, changes(logic.id(), n, x));
        return d.either(where, d.both(point.function, data));
    }
    if (point.kind == ObservationPoint::Kind::pin && where != Diagram::kFalse)
        where = d.both(where, heard_below(logic, point.instance, point.bit));
    return where;
}

// How an instance hears an input, in the terms of the parent module.
Observability::Node Observability::heard_below(ModuleLogic& logic, InstanceId instance, Bit input) {
    const ModuleId child = logic.module().instances[instance].module;
    if (logic.module().instances[instance].is_array) return Diagram::kTrue;
    const Summary& known = summary(child, input);
    ModuleLogic& inner = all_.module(child);
    Diagram& d = logic.diagram();
    std::map<Variable, Node> pins;
    for (Variable v : inner.diagram().support(known.where))
        pins[v] = logic.pin(instance, inner.atom(v).bit);
    Node where = d.composed(inner.diagram(), known.where, [&](Variable v) { return pins.at(v); });
    for (const auto& [output, value] : known.gates) {
        const Node y = logic.output(instance, output);
        where = d.both(where, value ? y : d.negated(y));
    }
    return where;
}

const Observability::Summary& Observability::summary(ModuleId module, Bit input) {
    const auto key = std::make_pair(module, input);
    if (const auto known = summaries_.find(key); known != summaries_.end()) return known->second;
    summaries_[key] = {};
    ModuleLogic& logic = all_.module(module);
    Diagram& d = logic.diagram();
    const Node atom = logic.value(input);
    Summary found;
    if (!d.is_literal(atom)) {
        found.where = Diagram::kFalse;  // a reset, which is assumed inactive
        return summaries_[key] = found;
    }
    const Variable x = d.literal_of(atom).variable;
    found.where = Diagram::kFalse;
    for (Node term : heard(module, x)) {
        found.where = d.either(found.where, d.exists(term, [&](Variable v) {
            return logic.atom(v).kind != Atom::Kind::input || v == x;
        }));
    }
    for (const Bit& output : ports_.control_bits(module, Direction::output)) {
        const auto gating = gate(module, x, logic.value(output));
        if (gating) found.gates.emplace_back(output, gating->value);
    }
    found.moving = moving_value(module, x, Diagram::kTrue);
    if (d.overflowed()) found = {};
    return summaries_[key] = found;
}

std::vector<Observability::Node> Observability::heard(ModuleId module, Variable x, Observers who) {
    const auto key = std::make_tuple(module, x, who);
    if (const auto known = heard_memo_.find(key); known != heard_memo_.end()) return known->second;
    heard_memo_[key] = {};
    ModuleLogic& logic = all_.module(module);
    ObservationPoints& all = points_.of(module);
    std::set<Node> terms;
    const auto mine = all.by_atom.find(x);
    if (mine != all.by_atom.end()) {
        for (std::size_t i : std::vector<std::size_t>(mine->second)) {
            if (logic.diagram().overflowed()) break;
            if (!counts(logic, all.all[i], who)) continue;
            const Node where = heard_by(logic, all.all[i], x);
            if (where != Diagram::kFalse) terms.insert(where);
        }
    }
    return heard_memo_[key] = {terms.begin(), terms.end()};
}

bool Observability::only_where(ModuleId module, Variable x, Node condition, Observers who) {
    Diagram& d = all_.module(module).diagram();
    const std::vector<Node> terms = heard(module, x, who);
    return !terms.empty() && !d.overflowed() &&
           std::all_of(terms.begin(), terms.end(),
                       [&](Node term) { return d.implies(term, condition); });
}

std::optional<Gate> Observability::gate(ModuleId module, Variable x, Node y, Observers who) {
    Diagram& d = all_.module(module).diagram();
    if (y <= Diagram::kTrue) return std::nullopt;
    for (bool value : {true, false}) {
        const Node condition = value ? y : d.negated(y);
        if (!only_where(module, x, condition, who)) continue;
        Node possible = Diagram::kFalse;
        for (Node term : heard(module, x, who)) {
            possible = d.either(
                possible, d.exists(term, [&](Variable v) { return !d.depends_on(condition, v); }));
        }
        const bool tight = d.implies(condition, possible);
        return d.overflowed() ? std::nullopt : std::optional(Gate{value, tight});
    }
    return std::nullopt;
}

std::optional<Observability::Node> Observability::turning(ModuleId module, Node function) {
    ModuleLogic& logic = all_.module(module);
    Diagram& d = logic.diagram();
    std::map<Variable, Node> after;
    const std::set<Variable> atoms = d.support(function);
    for (Variable v : atoms) {
        const Atom& atom = logic.atom(v);
        if (atom.kind != Atom::Kind::state) return std::nullopt;
        after[v] = logic.next(atom.bit);
    }
    const Node next = d.composed(d, function, [&](Variable v) { return after.at(v); });
    return d.overflowed() ? std::nullopt : std::optional(d.differ(next, function));
}

bool Observability::holds_where(ModuleId module, Node function, Node condition) {
    Diagram& d = all_.module(module).diagram();
    const auto turns = turning(module, function);
    return turns && d.both(*turns, condition) == Diagram::kFalse && !d.overflowed();
}

bool Observability::turns_where(ModuleId module, Node function, Node condition) {
    Diagram& d = all_.module(module).diagram();
    const auto turns = turning(module, function);
    return turns && condition != Diagram::kFalse && d.implies(condition, *turns) && !d.overflowed();
}

std::optional<bool> Observability::moving_value(ModuleId module, Variable x, Node condition,
                                                Observers who) {
    ModuleLogic& logic = all_.module(module);
    Diagram& d = logic.diagram();
    int votes[2] = {0, 0};  // registers that hold with x at 0, and at 1
    ObservationPoints& all = points_.of(module);
    const auto mine = all.by_atom.find(x);
    if (mine == all.by_atom.end()) return std::nullopt;
    for (std::size_t i : std::vector<std::size_t>(mine->second)) {
        const ObservationPoint point = all.all[i];
        if (!counts(logic, point, who)) continue;
        const Node where = heard_by(logic, point, x);
        if (where == Diagram::kFalse) continue;
        Node moves = point.function;
        if (point.kind == ObservationPoint::Kind::state)
            moves = d.differ(point.function, logic.value(point.bit));
        if (point.kind == ObservationPoint::Kind::pin) {
            const ModuleId child = logic.module().instances[point.instance].module;
            const auto inner = summary(child, point.bit).moving;
            if (!inner) continue;
            if (!*inner) moves = d.negated(moves);
        }
        moves = d.both(moves, d.both(condition, where));
        for (bool value : {false, true}) {
            if (d.fixed(moves, x, value) == Diagram::kFalse) ++votes[value ? 1 : 0];
        }
    }
    if (d.overflowed() || votes[0] == votes[1]) return std::nullopt;
    return votes[0] > votes[1];
}

}  // namespace tapestry
