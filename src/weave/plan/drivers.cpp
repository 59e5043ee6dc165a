// SPDX-License-Identifier: Apache-2.0
#include "weave/plan/drivers.h"

#include <algorithm>
#include <set>

#include "model/expression_variables.h"

namespace tapestry {

namespace {

constexpr int kDeepestDriver = 128;
constexpr std::uint32_t kWidestJoin = 64;  // bits of a vector that several blocks drive

const std::string& path_of_node(const Hierarchy& hierarchy, NodeId node) {
    return hierarchy.nodes()[node].path;
}

bool is_input(const Hierarchy& hierarchy, Net net) {
    return hierarchy.module_of(net.node).var(net.bit.var).direction == Direction::input;
}

// Whether a module only passes its inputs on: no logic, no register.
bool is_wires(const Module& module) {
    return module.instances.empty() &&
           std::all_of(module.assignments.begin(), module.assignments.end(),
                       [&](const Assignment& a) {
                           const Op op = module.expr(a.value).op;
                           return a.guards.empty() &&
                                  (op == Op::ref || op == Op::constant || op == Op::replicate);
                       });
}

// Follows the net through modules that only pass their inputs on.
Net beyond_wires(const Hierarchy& hierarchy, Net net) {
    for (int step = 0; step < 2 * kDeepestDriver; ++step) {
        Net at = net;
        for (Net inner = hierarchy.below(at); !(inner == at); inner = hierarchy.below(at))
            at = inner;
        if (at == net || !is_wires(hierarchy.module_of(at.node))) return net;
        for (Net from = hierarchy.assigned(at); !(from == at); from = hierarchy.assigned(at))
            at = from;
        if (!is_input(hierarchy, at)) return net;
        net = hierarchy.root(at);
    }
    return net;
}

// Through one inverter: `assign a = ~b`, or an input that is connected to `~b`.
std::optional<Net> before_inverter(const Hierarchy& hierarchy, Net net) {
    NodeId node = net.node;
    ExprId value = kNone;
    if (is_input(hierarchy, net)) {
        const Connection* above = hierarchy.connection_above(net);
        if (above) value = above->value;
        node = hierarchy.nodes()[net.node].parent;
    } else {
        const std::vector<const Assignment*> all = hierarchy.assignments_to(net);
        if (all.size() == 1 && all[0]->process == kNone && all[0]->whole) value = all[0]->value;
    }
    if (value == kNone) return std::nullopt;
    const Module& module = hierarchy.module_of(node);
    const Expr& e = module.expr(value);
    if (e.op != Op::not_ || e.width != 1) return std::nullopt;
    const std::optional<Bit> bit = bit_of(module, e.args[0], {});
    return bit ? std::optional(Net{node, *bit}) : std::nullopt;
}

std::string driver_below(const Hierarchy& hierarchy, Net net) {
    for (int depth = 0; depth <= kDeepestDriver; ++depth) {
        const std::string& path = path_of_node(hierarchy, net.node);
        if (!hierarchy.assignments_to(net).empty()) return path;
        const auto output = hierarchy.output_at(net, Hierarchy::Arrays::with);
        // An output that nothing assigns is a constant of its instance, such as a ready that is
        // always 1.
        if (!output) return depth > 0 ? path : "";
        net = *output;
    }
    return {};
}

// Whether all bits of the variable have the same root and a single driver.
bool has_one_driver(const Hierarchy& hierarchy, Net net, std::uint32_t width) {
    const Net first = hierarchy.root(net);
    for (std::uint32_t bit = 1; bit < width; ++bit) {
        Net next = first;
        next.bit.position += bit;
        net.bit.position = bit;
        if (!(hierarchy.root(net) == next)) return false;
    }
    const std::size_t outputs = hierarchy.outputs_of_variable(first);
    return outputs == 0 || (outputs == 1 && !hierarchy.is_assigned(first.node, first.bit.var));
}

std::string driver_within(const Hierarchy& hierarchy, Net net, int depth);

// The driver of an input connected to an expression: the logic above computes it, also of the bits
// of several drivers (`|is_free`).
std::string driver_of_expression(const Hierarchy& hierarchy, Net input, int depth) {
    const NodeId parent = hierarchy.nodes()[input.node].parent;
    const ExprId value = hierarchy.connection_above(input)->value;
    if (value == kNone) return {};
    const Module& module = hierarchy.module_of(parent);
    const VarId var = only_variable(module, value);
    if (var == kNone || depth > kDeepestDriver ||
        !has_one_driver(hierarchy, {parent, {var, 0, 0}},
                        hierarchy.design().width_of(module.var(var).type)))
        return path_of_node(hierarchy, parent);
    return driver_within(hierarchy, {parent, {var, 0, 0}}, depth + 1);
}

std::string driver_within(const Hierarchy& hierarchy, Net net, int depth) {
    const Net first = beyond_wires(hierarchy, hierarchy.root(net));
    const std::optional<Net> inverted = before_inverter(hierarchy, first);
    if (inverted && depth <= kDeepestDriver) return driver_within(hierarchy, *inverted, depth + 1);
    const bool stuck = is_input(hierarchy, first) && hierarchy.connection_above(first) &&
                       hierarchy.assignments_to(first).empty();
    return stuck ? driver_of_expression(hierarchy, first, depth) : driver_below(hierarchy, first);
}

}  // namespace

std::string driver_of(const Hierarchy& hierarchy, Net net) {
    return driver_within(hierarchy, net, 0);
}

Net source_or_inverse(const Hierarchy& hierarchy, Net net) {
    net = hierarchy.source(net);
    for (int step = 0; step < kDeepestDriver; ++step) {
        const std::optional<Net> inverted = before_inverter(hierarchy, net);
        if (!inverted) break;
        net = hierarchy.source(*inverted);
    }
    return net;
}

std::vector<Net> joined_nets(const Hierarchy& hierarchy, NodeId node, VarId var) {
    std::vector<Net> nets = {{node, {var, 0, 0}}};
    const Module& module = hierarchy.module_of(node);
    const std::uint32_t width = hierarchy.design().width_of(module.var(var).type);
    if (width < 2 || width > kWidestJoin || has_one_driver(hierarchy, nets[0], width)) return nets;
    std::set<std::string> known = {driver_of(hierarchy, nets[0])};
    for (std::uint32_t bit = 1; bit < width; ++bit) {
        const Net net{node, {var, 0, bit}};
        if (known.insert(driver_of(hierarchy, net)).second) nets.push_back(net);
    }
    return nets;
}

}  // namespace tapestry
