// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/path_name.h"
#include "weave/ring/ring_modules.h"

namespace tapestry {

RingTree::RingTree(const TapPlan& plan) : plan_(plan), children_(plan.tree.size()) {
    for (const TreeId n : plan.tree.ids()) {
        const TreeNode& node = plan.tree[n];
        nodes_of_[node.module].push_back(n);
        if (node.parent != kNone) children_[node.parent].push_back(n);
    }
    find_with_taps();
}

std::vector<TreeId> RingTree::nodes_of(const std::string& module) const {
    const auto found = nodes_of_.find(module);
    return found == nodes_of_.end() ? std::vector<TreeId>() : found->second;
}

void RingTree::find_with_taps() {
    for (const TapSite& site : plan_.sites) with_taps_.insert(site.module);
    for (std::size_t before = 0; before != with_taps_.size();) {
        before = with_taps_.size();
        for (const TreeNode& node : plan_.tree) {
            if (node.parent != kNone && with_taps_.contains(node.module))
                with_taps_.insert(plan_.tree[node.parent].module);
        }
    }
}

std::vector<TreeId> RingTree::instances_of(TreeId node, const StructureItem& item,
                                           const std::string& scope, bool with_indices) const {
    std::vector<TreeId> found;
    for (TreeId child : children(node)) {
        const TreeNode& c = this->node(child);
        const bool same = c.name == item.name && c.module == without_backslash(item.module) &&
                          (with_indices ? c.scope : without_indices(c.scope)) == scope;
        if (same) found.push_back(child);
    }
    std::stable_sort(found.begin(), found.end(), [&](TreeId a, TreeId b) {
        const TreeNode& x = this->node(a);
        const TreeNode& y = this->node(b);
        return x.index * x.step_to_last_bit > y.index * y.step_to_last_bit;
    });
    return found;
}

std::string without_backslash(std::string name) {
    if (name.starts_with('\\')) name.erase(0, 1);
    return name;
}

}  // namespace tapestry
