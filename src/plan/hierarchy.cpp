// SPDX-License-Identifier: Apache-2.0
#include "plan/hierarchy.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "plan/expression_variables.h"

namespace tapestry {

namespace {

constexpr int kDeepestHierarchy = 128;
constexpr std::uint32_t kWidestJoin = 64;  // bits of a vector that several blocks drive

// Whether a module only hands on what it gets: no logic, no register.
bool is_wires(const Module& module) {
    return module.instances.empty() &&
           std::all_of(module.assignments.begin(), module.assignments.end(),
                       [&](const Assignment& a) {
                           const Op op = module.expr(a.value).op;
                           return a.guards.empty() &&
                                  (op == Op::ref || op == Op::constant || op == Op::replicate);
                       });
}

// The variables of each module by their names.
std::vector<std::unordered_map<std::string, VarId>> names_of(const Design& design) {
    std::vector<std::unordered_map<std::string, VarId>> all;
    for (const Module& module : design.modules) {
        auto& names = all.emplace_back();
        for (std::size_t i = 0; i < module.vars.size(); ++i) {
            if (!module.vars[i].is_local)
                names.emplace(module.vars[i].full_name(), static_cast<VarId>(i));
        }
    }
    return all;
}

}  // namespace

Hierarchy::Hierarchy(const Design& design)
    : design_(design),
      names_(names_of(design)),
      outputs_(design, [this](std::int32_t module, const std::string& name) {
          return find_var(module, name);
      }) {
    for (const Module& module : design.modules) {
        auto& drivers = drivers_.emplace_back();
        for (std::size_t i = 0; i < module.assignments.size(); ++i) {
            const Assignment& a = module.assignments[i];
            const bool initial =
                a.process != kNone && module.processes[static_cast<std::size_t>(a.process)].kind ==
                                          Process::Kind::initial;
            if (a.target != kNone && !initial)
                drivers[a.target].push_back(static_cast<std::int32_t>(i));
        }
    }
    const Module& top = design.modules[static_cast<std::size_t>(design.top)];
    expand(design.top, top.source_name, kNone, kNone, 0);
}

void Hierarchy::expand(std::int32_t module_id, const std::string& path, std::int32_t parent,
                       std::int32_t instance_id, int level) {
    const auto node = static_cast<std::int32_t>(nodes_.size());
    nodes_.push_back({path, module_id, parent, instance_id, level});
    children_.emplace_back();
    if (parent != kNone) children_[static_cast<std::size_t>(parent)].push_back(node);
    if (level > kDeepestHierarchy) return;
    const Module& module = design_.modules[static_cast<std::size_t>(module_id)];
    for (std::size_t i = 0; i < module.instances.size(); ++i) {
        const Instance& instance = module.instances[i];
        if (design_.modules[static_cast<std::size_t>(instance.module)].is_interface) continue;
        const std::string name = path + "." + instance.full_name();
        if (!instance.is_array) {
            expand(instance.module, name, node, static_cast<std::int32_t>(i), level + 1);
            continue;
        }
        const std::int64_t step = instance.left <= instance.right ? 1 : -1;
        for (std::int64_t k = instance.left; k != instance.right + step; k += step) {
            expand(instance.module, fmt::format("{}[{}]", name, k), node,
                   static_cast<std::int32_t>(i), level + 1);
        }
    }
}

VarId Hierarchy::find_var(std::int32_t module, const std::string& full_name) const {
    const auto& names = names_[static_cast<std::size_t>(module)];
    const auto found = names.find(full_name);
    return found == names.end() ? kNone : found->second;
}

const Connection* Hierarchy::connection_above(Net net) const {
    const InstanceNode& node = nodes_[static_cast<std::size_t>(net.node)];
    const Var& var = module_of(net.node).var(net.bit.var);
    if (node.parent == kNone || var.direction == Direction::none || !var.scope.empty())
        return nullptr;
    const Instance& instance =
        module_of(node.parent).instances[static_cast<std::size_t>(node.instance)];
    for (const Connection& c : instance.connections) {
        if (c.port == var.name) return &c;
    }
    return nullptr;
}

Net Hierarchy::above(Net net) const {
    const Connection* connection = connection_above(net);
    if (!connection || connection->value == kNone) return net;
    const InstanceNode& node = nodes_[static_cast<std::size_t>(net.node)];
    const Module& parent = module_of(node.parent);
    // The instances of an array share out the bits of a wider connection.
    const Var& var = module_of(net.node).var(net.bit.var);
    const bool shared = parent.instances[static_cast<std::size_t>(node.instance)].is_array &&
                        parent.expr(connection->value).width != design_.width_of(var.type);
    const auto bit = shared ? std::nullopt : bit_of(parent, connection->value, net.bit);
    return bit ? Net{node.parent, *bit} : net;
}

std::vector<const Assignment*> Hierarchy::drivers_of(Net net) const {
    const Module& module = module_of(net.node);
    const auto& drivers =
        drivers_[static_cast<std::size_t>(nodes_[static_cast<std::size_t>(net.node)].module)];
    std::vector<const Assignment*> ours;
    const auto found = drivers.find(net.bit.var);
    if (found == drivers.end()) return ours;
    for (std::int32_t id : found->second) {
        const Assignment& a = module.assignments[static_cast<std::size_t>(id)];
        if (writes(module, a, net.bit)) ours.push_back(&a);
    }
    return ours;
}

Net Hierarchy::assigned(Net net) const {
    const std::vector<const Assignment*> drivers = drivers_of(net);
    if (drivers.size() != 1 || drivers[0]->process != kNone || drivers[0]->dynamic) return net;
    const Assignment& a = *drivers[0];
    const bool shifted = !a.whole && !(a.to_element && a.slice_index == kNone);
    const Bit at{kNone, a.to_element ? 0 : net.bit.element,
                 net.bit.position - (shifted ? a.lsb : 0)};
    const auto bit = bit_of(module_of(net.node), a.value, at);
    return bit ? Net{net.node, *bit} : net;
}

std::vector<InstanceOutput> Hierarchy::outputs_at(Net net) const {
    return outputs_.at(nodes_[static_cast<std::size_t>(net.node)].module, net.bit);
}

std::span<const std::int32_t> Hierarchy::children_of(std::int32_t node,
                                                     std::int32_t instance) const {
    const std::vector<std::int32_t>& all = children_[static_cast<std::size_t>(node)];
    auto instance_of = [&](std::int32_t child) {
        return nodes_[static_cast<std::size_t>(child)].instance;
    };
    const auto range = std::ranges::equal_range(all, instance, {}, instance_of);
    return {range.begin(), range.end()};
}

Net Hierarchy::below(Net net) const {
    const Module& module = module_of(net.node);
    for (const InstanceOutput& output : outputs_at(net)) {
        for (const std::int32_t child : children_of(net.node, output.instance)) {
            if (module.instances[static_cast<std::size_t>(output.instance)].is_array) continue;
            const std::uint32_t width = design_.width_of(module_of(child).var(output.port).type);
            const auto at = position_in(module, output.connection->value, width, net.bit);
            if (at) return {child, {output.port, at->element, at->position}};
        }
    }
    return net;
}

Net Hierarchy::root(Net net) const {
    for (int step = 0; step < 2 * kDeepestHierarchy; ++step) {
        const Net next = connection_above(net) ? above(net) : assigned(net);
        if (next == net) return net;
        net = next;
    }
    return net;
}

Net Hierarchy::source(Net net) const {
    for (int step = 0; step < 2 * kDeepestHierarchy; ++step) {
        const bool input = module_of(net.node).var(net.bit.var).direction == Direction::input;
        Net next = input ? above(net) : assigned(net);
        if (next == net && !input) next = below(net);
        if (next == net) return net;
        net = next;
    }
    return net;
}

// Past modules that only hand on what they get.
Net Hierarchy::beyond_wires(Net net) const {
    for (int step = 0; step < 2 * kDeepestHierarchy; ++step) {
        Net at = net;
        for (Net inner = below(at); !(inner == at); inner = below(at)) at = inner;
        if (at == net || !is_wires(module_of(at.node))) return net;
        for (Net from = assigned(at); !(from == at); from = assigned(at)) at = from;
        if (module_of(at.node).var(at.bit.var).direction != Direction::input) return net;
        net = root(at);
    }
    return net;
}

std::string Hierarchy::driver(Net net) const { return driver(net, 0); }

std::string Hierarchy::driver(Net net, int depth) const {
    const Net first = beyond_wires(root(net));
    const bool stuck = module_of(first.node).var(first.bit.var).direction == Direction::input &&
                       connection_above(first) && drivers_of(first).empty();
    return stuck ? driver_of_expression(first, depth) : driver_below(first, 0);
}

std::vector<Net> Hierarchy::joined_nets(std::int32_t node, VarId var) const {
    std::vector<Net> nets = {{node, {var, 0, 0}}};
    const std::uint32_t width = design_.width_of(module_of(node).var(var).type);
    if (width < 2 || width > kWidestJoin || has_one_driver(root(nets[0]), width)) return nets;
    std::set<std::string> known = {driver(nets[0])};
    for (std::uint32_t bit = 1; bit < width; ++bit) {
        const Net net{node, {var, 0, bit}};
        if (known.insert(driver(net)).second) nets.push_back(net);
    }
    return nets;
}

// Whether one place drives all `width` bits from the net on.
bool Hierarchy::has_one_driver(Net net, std::uint32_t width) const {
    const Module& module = module_of(net.node);
    const std::uint32_t all = design_.width_of(module.var(net.bit.var).type);
    if (net.bit.position + width > all) return false;
    const bool port = module.var(net.bit.var).direction == Direction::input;
    return port || !drivers_of(net).empty() || outputs_at(net).size() == 1;
}

// An input that no net leads to: the logic above computes it.
std::string Hierarchy::driver_of_expression(Net input, int depth) const {
    const std::int32_t parent = nodes_[static_cast<std::size_t>(input.node)].parent;
    const ExprId value = connection_above(input)->value;
    if (value == kNone) return {};
    const VarId var = only_variable(module_of(parent), value);
    if (var == kNone || depth > kDeepestHierarchy)
        return nodes_[static_cast<std::size_t>(parent)].path;
    return driver({parent, {var, 0, 0}}, depth + 1);
}

std::string Hierarchy::driver_below(Net net, int depth) const {
    if (!drivers_of(net).empty()) return nodes_[static_cast<std::size_t>(net.node)].path;
    if (depth > kDeepestHierarchy) return {};
    const Module& module = module_of(net.node);
    for (const InstanceOutput& output : outputs_at(net)) {
        for (const std::int32_t child : children_of(net.node, output.instance)) {
            const std::uint32_t width = design_.width_of(module_of(child).var(output.port).type);
            const auto at = position_in(module, output.connection->value, width, net.bit);
            if (at)
                return driver_below({child, {output.port, at->element, at->position}}, depth + 1);
        }
    }
    // An output that nothing assigns is a constant of its instance, as a ready that is always 1.
    return depth > 0 ? nodes_[static_cast<std::size_t>(net.node)].path : "";
}

}  // namespace tapestry
