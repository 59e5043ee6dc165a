// SPDX-License-Identifier: Apache-2.0
// The instance tree below the top, and the nets that run through it.
#pragma once

#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/design.h"
#include "plan/instance_outputs.h"

namespace tapestry {

struct InstanceNode {
    std::string path;  // dut.u_core
    std::int32_t module = kNone;
    std::int32_t parent = kNone;    // index in Hierarchy::nodes
    std::int32_t instance = kNone;  // index in the parent module's instances
    int level = 0;
};

// A bit of a variable of one instance.
struct Net {
    std::int32_t node = kNone;
    Bit bit;

    friend auto operator<=>(const Net&, const Net&) = default;
};

class Hierarchy {
public:
    explicit Hierarchy(const Design& design);

    const Design& design() const { return design_; }
    const std::vector<InstanceNode>& nodes() const { return nodes_; }
    const Module& module_of(std::int32_t node) const {
        return design_
            .modules[static_cast<std::size_t>(nodes_[static_cast<std::size_t>(node)].module)];
    }
    const std::vector<std::int32_t>& children(std::int32_t node) const {
        return children_[static_cast<std::size_t>(node)];
    }
    VarId find_var(std::int32_t module, const std::string& full_name) const;

    // The net at the highest level that this one is, through ports and plain `assign a = b`.
    Net root(Net net) const;
    // The net that its value comes from, wherever that is: names of one net have the same source.
    Net source(Net net) const;
    // The path of the instance whose logic drives the net, not that of one that only hands it on;
    // empty when it comes from outside. Where a port is connected to an expression of one signal,
    // that of the signal.
    std::string driver(Net net) const;
    // Nets of the variable that have different drivers, each with its lowest bit: one of a signal
    // that comes from one place, several of a vector that blocks join.
    std::vector<Net> joined_nets(std::int32_t node, VarId var) const;

private:
    void expand(std::int32_t module, const std::string& path, std::int32_t parent,
                std::int32_t instance, int level);
    const Connection* connection_above(Net net) const;
    Net above(Net net) const;     // through an input port; the same net when there is no way
    Net assigned(Net net) const;  // through `assign a = b`, likewise
    Net below(Net net) const;     // through an output port of an instance, likewise
    Net beyond_wires(Net net) const;
    std::string driver_below(Net net, int depth) const;
    std::string driver(Net net, int depth) const;
    bool has_one_driver(Net net, std::uint32_t width) const;
    std::string driver_of_expression(Net input, int depth) const;
    std::vector<const Assignment*> drivers_of(Net net) const;

    // Outputs of instances that may drive the net.
    std::vector<InstanceOutput> outputs_at(Net net) const;
    std::span<const std::int32_t> children_of(std::int32_t node, std::int32_t instance) const;

    const Design& design_;
    std::vector<InstanceNode> nodes_;
    std::vector<std::unordered_map<std::string, VarId>> names_;  // by module
    InstanceOutputs outputs_;
    std::vector<std::unordered_map<VarId, std::vector<std::int32_t>>>
        drivers_;                                      // by module: assignments
    std::vector<std::vector<std::int32_t>> children_;  // by node, in the order of the instances
};

}  // namespace tapestry
