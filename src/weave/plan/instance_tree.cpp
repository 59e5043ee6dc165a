// SPDX-License-Identifier: Apache-2.0
#include "weave/plan/instance_tree.h"

#include <algorithm>

namespace tapestry {

namespace {

void add_instance(const Hierarchy& hierarchy, const InstanceNode& node, TreeNode& out) {
    const Instance& instance =
        hierarchy.module_of(node.parent).instances[static_cast<std::size_t>(node.instance)];
    out.scope = instance.scope;
    out.name = instance.name;
    out.line = instance.place.line;
    if (!instance.is_array) return;
    out.step_to_last_bit = instance.left <= instance.right ? 1 : -1;
    out.index = std::stoll(node.path.substr(node.path.rfind('[') + 1));
}

}  // namespace

std::vector<TreeNode> tree_of(const Design& design, const Hierarchy& hierarchy) {
    std::vector<TreeNode> tree;
    for (const InstanceNode& node : hierarchy.nodes()) {
        const Module& module = design.modules[static_cast<std::size_t>(node.module)];
        TreeNode out;
        out.path = node.path;
        out.module = module.source_name;
        out.file = file_of(design, module.place);
        out.module_line = module.place.line;
        out.ports = static_cast<std::uint32_t>(std::count_if(
            module.vars.begin(), module.vars.end(),
            [](const Var& v) { return v.direction != Direction::none && !v.is_local; }));
        out.scopes = module.scopes;
        out.parent = node.parent;
        if (node.parent != kNone) add_instance(hierarchy, node, out);
        tree.push_back(std::move(out));
    }
    return tree;
}

}  // namespace tapestry
