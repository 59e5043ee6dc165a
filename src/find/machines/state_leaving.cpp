// SPDX-License-Identifier: Apache-2.0
#include "find/machines/state_leaving.h"

namespace tapestry {

namespace {

using Node = Diagram::Node;

bool is_set(const Constant& code, std::uint32_t bit) { return !code.slice(bit, 1).is_zero(); }

// The function restricted to one state of the machine.
std::optional<Node> in_state(ModuleLogic& logic, const Finding& machine, const Constant& code,
                             Node f) {
    Diagram& d = logic.diagram();
    for (std::uint32_t i = 0; i < machine.machine().width; ++i) {
        const Node bit = logic.value({machine.state, 0, machine.state_lsb + i});
        if (!d.is_literal(bit)) return std::nullopt;
        const Diagram::Literal literal = d.literal_of(bit);
        f = d.fixed(f, literal.variable, is_set(code, i) == literal.holds);
    }
    return f;
}

// The variable connected to an output of an instance; kNone if only a slice is.
VarId connected(const DesignLogic& all, const Module& module, const Atom& pin) {
    const Instance& instance = module.instances[pin.instance];
    const Module& below = all.design().modules[instance.module];
    for (const Connection& c : instance.connections) {
        if (c.port != below.var(pin.bit.var).name || c.value == kNone) continue;
        const Expr& e = module.expr(c.value);
        return e.op == Op::ref ? e.var : kNone;
    }
    return kNone;
}

}  // namespace

std::optional<StateLeaving> leaving(DesignLogic& all, const Finding& machine,
                                    const Constant& code) {
    if (machine.observed("state").find('[') != std::string_view::npos) return std::nullopt;
    ModuleLogic& logic = all.module(machine.module);
    Diagram& d = logic.diagram();
    Node stays = Diagram::kTrue;
    for (std::uint32_t i = 0; i < machine.machine().width; ++i) {
        const auto next =
            in_state(logic, machine, code, logic.next({machine.state, 0, machine.state_lsb + i}));
        if (!next) return std::nullopt;
        stays = d.both(stays, is_set(code, i) ? *next : d.negated(*next));
    }
    if (d.overflowed()) return std::nullopt;
    StateLeaving found{stays == Diagram::kTrue, stays == Diagram::kFalse, {}};
    auto add = [&](Diagram::Variable v, std::set<VarId>& to) {
        const Atom& atom = logic.atom(v);
        if (atom.kind == Atom::Kind::input) to.insert(atom.bit.var);
        if (atom.kind == Atom::Kind::pin) to.insert(connected(all, logic.module(), atom));
    };
    for (const Diagram::Variable v : logic.sources_of(stays)) add(v, found.decides);
    for (const Diagram::Variable v : d.support(stays)) add(v, found.awaited);
    if (d.overflowed()) return std::nullopt;
    return found;
}

}  // namespace tapestry
