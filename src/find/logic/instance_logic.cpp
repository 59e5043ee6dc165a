// SPDX-License-Identifier: Apache-2.0
#include "find/logic/instance_logic.h"

#include "find/logic/design_logic.h"
#include "find/logic/expression_logic.h"

namespace tapestry {

InstanceLogic::InstanceLogic(DesignLogic& all, ModuleLogic& logic)
    : all_(all), logic_(logic), module_(logic.module()), atoms_(logic.atoms()) {}

const Connection* InstanceLogic::connection(InstanceId instance, const std::string& port) const {
    for (const Connection& c : module_.instances[instance].connections) {
        if (c.port == port) return &c;
    }
    return nullptr;
}

InstanceLogic::Node InstanceLogic::pin(InstanceId instance, Bit port_bit) {
    const Instance& i = module_.instances[instance];
    ModuleLogic& child = all_.module(i.module);
    const std::string member = child.outer_name(port_bit.var);
    if (member.empty()) {
        const Connection* c = connection(instance, child.module().var(port_bit.var).name);
        if (!c || c->value == kNone) return Diagram::kFalse;
        return ExpressionLogic(logic_, {}).bit(c->value, port_bit.element, port_bit.position);
    }
    // A member of an interface is named after the connected interface.
    const std::size_t dot = member.find('.');
    const Connection* c = connection(instance, member.substr(0, dot));
    if (!c || c->value == kNone || dot == std::string::npos) return atoms_.fresh();
    const VarId var = logic_.add_outer(module_.expr(c->value).text + member.substr(dot),
                                       child.vars().width(port_bit.var));
    return logic_.value({var, port_bit.element, port_bit.position});
}

InstanceLogic::Node InstanceLogic::output(InstanceId instance, Bit port_bit) {
    const auto key = std::make_pair(instance, port_bit);
    if (const auto known = outputs_.find(key); known != outputs_.end()) return known->second;
    const Instance& i = module_.instances[instance];
    if (i.is_array) return outputs_[key] = atoms_.fresh();
    ModuleLogic& child = all_.module(i.module);
    if (!all_.has_state(i.module)) {
        const Node function = child.value(port_bit);
        return outputs_[key] = glue(instance, child, function);
    }
    Atom atom{Atom::Kind::pin, port_bit, instance, {}};
    atom.operands = [this, instance, &child, port_bit] {
        return pins_of(instance, child, child.value(port_bit));
    };
    return outputs_[key] = atoms_.fresh(std::move(atom));
}

// The function of an instance without registers, in terms of its connections.
InstanceLogic::Node InstanceLogic::glue(InstanceId instance, ModuleLogic& child, Node function) {
    std::map<Variable, Node> replaced;
    for (Variable v : child.diagram().support(function))
        replaced[v] = glue_atom(instance, child, v);
    return atoms_.diagram().composed(child.diagram(), function,
                                     [&](Variable v) { return replaced.at(v); });
}

InstanceLogic::Node InstanceLogic::glue_atom(InstanceId instance, ModuleLogic& child, Variable v) {
    const Atom& atom = child.atom(v);
    if (atom.kind == Atom::Kind::input) return pin(instance, atom.bit);
    if (!atom.operands) return atoms_.fresh();
    return atoms_.opaque("u" + std::to_string(instance.number()) + "." + std::to_string(v),
                         [this, instance, &child, v] {
                             std::vector<Node> all;
                             for (Node n : child.operands(v)) {
                                 for (Node p : pins_of(instance, child, n)) all.push_back(p);
                             }
                             return all;
                         });
}

std::vector<InstanceLogic::Node> InstanceLogic::pins_of(InstanceId instance, ModuleLogic& child,
                                                        Node function) {
    std::vector<Node> all;
    for (Bit bit : child.inputs_of(function)) all.push_back(pin(instance, bit));
    return all;
}

InstanceLogic::Node InstanceLogic::driving(Bit bit) {
    const std::string member = logic_.outer_name(bit.var);
    if (!member.empty()) return driven_member(member, bit);
    for (const ModuleVars::Driver& driver : logic_.vars().driving_pins(bit.var)) {
        const Instance& i = module_.instances[driver.instance];
        const VarId port = all_.port(i.module, driver.connection->port);
        if (port == kNone) continue;
        const std::uint32_t bits =
            all_.design().width_of(all_.design().modules[i.module].var(port).type);
        const auto at = position_in(module_, driver.connection->value, bits, bit);
        if (at) return output(driver.instance, {port, at->element, at->position});
    }
    return atoms_.fresh();
}

// An interface member is driven by an instance connected to the interface, or from outside if the
// interface is a port.
InstanceLogic::Node InstanceLogic::driven_member(const std::string& member, Bit bit) {
    const std::size_t dot = member.find('.');
    if (dot == std::string::npos) return atoms_.fresh();
    const std::string stem = member.substr(0, dot);
    for (const InstanceId i : module_.instances.ids()) {
        const Instance& instance = module_.instances[i];
        for (const Connection& c : instance.connections) {
            if (c.value == kNone || module_.expr(c.value).text != stem) continue;
            const VarId inner = all_.driven_member(instance.module, c.port + member.substr(dot),
                                                   logic_.vars().width(bit.var));
            if (inner != kNone) return output(i, {inner, bit.element, bit.position});
        }
    }
    for (const Var& var : module_.vars) {
        if (var.name == stem && var.scope.empty()) return logic_.input(bit);
    }
    return atoms_.fresh();
}

}  // namespace tapestry
