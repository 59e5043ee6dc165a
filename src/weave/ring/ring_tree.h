// SPDX-License-Identifier: Apache-2.0
// The instance tree of a plan, as the ring looks at it: which instances a statement of the text
// makes, and below which modules there are taps.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/tap_plan.h"
#include "weave/text/module_structure.h"

namespace tapestry {

class RingTree {
public:
    explicit RingTree(const TapPlan& plan);

    const TreeNode& node(std::int32_t id) const { return plan_.tree[static_cast<std::size_t>(id)]; }
    const std::vector<std::int32_t>& children(std::int32_t id) const {
        return children_[static_cast<std::size_t>(id)];
    }
    std::vector<std::int32_t> nodes_of(const std::string& module) const;
    // Whether a tap stands in the module or below it. A text serves all its instances, so what one
    // of them leads to counts for all.
    bool has_taps(const std::string& module) const { return with_taps_.contains(module); }

    // The instances below a node that an item of its text makes, the element of the lowest bits
    // first, as in a concatenation of ports. Without indices, `scope` stands for every run of its
    // loops.
    std::vector<std::int32_t> instances_of(std::int32_t node, const StructureItem& item,
                                           const std::string& scope, bool with_indices) const;

private:
    void find_with_taps();

    const TapPlan& plan_;
    std::map<std::string, std::vector<std::int32_t>> nodes_of_;  // by module
    std::vector<std::vector<std::int32_t>> children_;            // by node
    std::set<std::string> with_taps_;
};

// A name or label as elaboration knows it.
std::string without_backslash(std::string name);

}  // namespace tapestry
