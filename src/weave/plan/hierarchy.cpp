// SPDX-License-Identifier: Apache-2.0
#include "weave/plan/hierarchy.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/expression_variables.h"

namespace tapestry {

namespace {

constexpr int kDeepestHierarchy = 128;

// The variables of each module by their names.
std::vector<std::unordered_map<std::string, VarId>> names_of(const Design& design) {
    std::vector<std::unordered_map<std::string, VarId>> all;
    for (const Module& module : design.modules) {
        auto& names = all.emplace_back();
        for (const VarId i : module.vars.ids()) {
            if (!module.vars[i].is_local) names.emplace(module.vars[i].full_name(), i);
        }
    }
    return all;
}

}  // namespace

Hierarchy::Hierarchy(const Design& design)
    : design_(design),
      names_(names_of(design)),
      outputs_(design, [this](ModuleId module, const std::string& name) {
          return find_var(module, name);
      }) {
    for (const Module& module : design.modules) {
        auto& assignments = assignments_.emplace_back();
        for (const AssignmentId i : module.assignments.ids()) {
            const Assignment& a = module.assignments[i];
            const bool initial =
                a.process != kNone && module.processes[a.process].kind == Process::Kind::initial;
            if (a.target != kNone && !initial) assignments[a.target].push_back(i);
        }
    }
    const Module& top = design.modules[design.top];
    expand(design.top, top.source_name, kNone, kNone, 0);
}

void Hierarchy::expand(ModuleId module_id, const std::string& path, NodeId parent,
                       InstanceId instance_id, int level) {
    const auto node = static_cast<NodeId>(nodes_.size());
    nodes_.push_back({path, module_id, parent, instance_id, level});
    children_.emplace_back();
    if (parent != kNone) children_[parent].push_back(node);
    if (level > kDeepestHierarchy) return;
    const Module& module = design_.modules[module_id];
    for (const InstanceId i : module.instances.ids()) {
        const Instance& instance = module.instances[i];
        if (design_.modules[instance.module].is_interface) continue;
        const std::string name = path + "." + instance.full_name();
        if (!instance.is_array) {
            expand(instance.module, name, node, i, level + 1);
            continue;
        }
        const std::int64_t step = instance.left <= instance.right ? 1 : -1;
        for (std::int64_t k = instance.left; k != instance.right + step; k += step) {
            expand(instance.module, fmt::format("{}[{}]", name, k), node, i, level + 1);
        }
    }
}

VarId Hierarchy::find_var(ModuleId module, const std::string& full_name) const {
    const auto& names = names_[module];
    const auto found = names.find(full_name);
    return found == names.end() ? kNone : found->second;
}

const Connection* Hierarchy::connection_above(Net net) const {
    const InstanceNode& node = nodes_[net.node];
    const Var& var = module_of(net.node).var(net.bit.var);
    if (node.parent == kNone || var.direction == Direction::none || !var.scope.empty())
        return nullptr;
    const Instance& instance = module_of(node.parent).instances[node.instance];
    for (const Connection& c : instance.connections) {
        if (c.port == var.name) return &c;
    }
    return nullptr;
}

Net Hierarchy::above(Net net) const {
    const Connection* connection = connection_above(net);
    if (!connection || connection->value == kNone) return net;
    const InstanceNode& node = nodes_[net.node];
    const Module& parent = module_of(node.parent);
    // The instances of an array divide the bits of a wider connection among them.
    const Var& var = module_of(net.node).var(net.bit.var);
    const bool shared = parent.instances[node.instance].is_array &&
                        parent.expr(connection->value).width != design_.width_of(var.type);
    const auto bit = shared ? std::nullopt : bit_of(parent, connection->value, net.bit);
    return bit ? Net{node.parent, *bit} : net;
}

bool Hierarchy::is_assigned(NodeId node, VarId var) const {
    const ModuleId module = nodes_[node].module;
    return assignments_[module].contains(var);
}

std::vector<const Assignment*> Hierarchy::assignments_to(Net net) const {
    std::vector<const Assignment*> ours;
    if (!is_assigned(net.node, net.bit.var)) return ours;
    const Module& module = module_of(net.node);
    const ModuleId id = nodes_[net.node].module;
    for (const AssignmentId at : assignments_[id].at(net.bit.var)) {
        const Assignment& a = module.assignments[at];
        if (writes(module, a, net.bit)) ours.push_back(&a);
    }
    return ours;
}

Net Hierarchy::assigned(Net net) const {
    const std::vector<const Assignment*> all = assignments_to(net);
    if (all.size() != 1 || all[0]->process != kNone || all[0]->dynamic) return net;
    const Assignment& a = *all[0];
    const bool shifted = !a.whole && !(a.to_element && a.slice_index == kNone);
    const Bit at{kNone, a.to_element ? 0 : net.bit.element,
                 net.bit.position - (shifted ? a.lsb : 0)};
    const auto bit = bit_of(module_of(net.node), a.value, at);
    return bit ? Net{net.node, *bit} : net;
}

std::vector<InstanceOutput> Hierarchy::outputs_at(Net net) const {
    return outputs_.at(nodes_[net.node].module, net.bit);
}

std::span<const NodeId> Hierarchy::children_of(NodeId node, InstanceId instance) const {
    const std::vector<NodeId>& all = children_[node];
    auto instance_of = [&](NodeId child) { return nodes_[child].instance; };
    return {std::ranges::lower_bound(all, instance, {}, instance_of),
            std::ranges::upper_bound(all, instance, {}, instance_of)};
}

std::optional<Net> Hierarchy::output_at(Net net, Arrays arrays) const {
    const Module& module = module_of(net.node);
    for (const InstanceOutput& output : outputs_at(net)) {
        const bool is_array = module.instances[output.instance].is_array;
        if (is_array && arrays == Arrays::without) continue;
        for (const NodeId child : children_of(net.node, output.instance)) {
            const std::uint32_t width = design_.width_of(module_of(child).var(output.port).type);
            const auto at = position_in(module, output.connection->value, width, net.bit);
            if (at) return Net{child, {output.port, at->element, at->position}};
        }
    }
    return std::nullopt;
}

Net Hierarchy::below(Net net) const { return output_at(net, Arrays::without).value_or(net); }

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

}  // namespace tapestry
