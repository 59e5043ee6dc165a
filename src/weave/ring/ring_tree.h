// SPDX-License-Identifier: Apache-2.0
// The instance tree of a plan, for the ring: which instances a statement of the text creates, and
// which modules contain taps.
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
    // Whether a tap is in the module or below it. One text serves all its instances, so a tap below
    // one of them counts for all.
    bool has_taps(const std::string& module) const { return with_taps_.contains(module); }

    // The instances below a node that an item of its text creates, lowest element first, as in a
    // concatenation of ports. Without indices, `scope` stands for every iteration of its loops.
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
