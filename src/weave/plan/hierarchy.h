// SPDX-License-Identifier: Apache-2.0
// The instance tree below the top, and the nets that run through it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/bit.h"
#include "model/design.h"

namespace tapestry {

// An index of the nets driven by instance outputs, so that the driver of a net is found without a
// search through all instances.

// An output of an instance and what it is connected to.
struct InstanceOutput {
    InstanceId instance = kNone;  // index in the instances of the module
    const Connection* connection = nullptr;
    VarId port = kNone;
};

class InstanceOutputs {
public:
    using FindVar = std::function<VarId(ModuleId module, const std::string& name)>;
    InstanceOutputs(const Design& design, const FindVar& find_var);

    // The outputs that may drive a bit of a module, in the order of the instances.
    std::vector<InstanceOutput> at(ModuleId module, const Bit& bit) const;

private:
    // By the driven net: an element of a variable, or all of it (element kNone).
    using Outputs = std::map<std::pair<VarId, std::int64_t>, std::vector<InstanceOutput>>;
    static void add(const Design& design, const Module& module, const InstanceOutput& output,
                    Outputs& outputs);

    IdTable<ModuleId, Outputs> by_module_;
};

using NodeId = Id<struct InstanceNode>;

struct InstanceNode {
    std::string path;  // dut.u_core
    ModuleId module = kNone;
    NodeId parent = kNone;        // index in Hierarchy::nodes
    InstanceId instance = kNone;  // index in the parent module's instances
    int level = 0;
};

// A bit of a variable of one instance.
struct Net {
    NodeId node = kNone;
    Bit bit;

    friend auto operator<=>(const Net&, const Net&) = default;
};

class Hierarchy {
public:
    explicit Hierarchy(const Design& design);

    const Design& design() const { return design_; }
    const IdTable<NodeId, InstanceNode>& nodes() const { return nodes_; }
    const Module& module_of(NodeId node) const { return design_.modules[nodes_[node].module]; }
    const std::vector<NodeId>& children(NodeId node) const { return children_[node]; }
    VarId find_var(ModuleId module, const std::string& full_name) const;

    // The same net at the highest level, through ports and plain `assign a = b`.
    Net root(Net net) const;
    // The net at which the value originates, at any level: all names of one net have the same
    // source.
    Net source(Net net) const;
    Net assigned(Net net) const;  // through `assign a = b`; the net itself if there is none
    Net below(Net net) const;     // through an output port of an instance; else the net itself

    // The connection of a port in the parent module; null at the top, and if it is no port.
    const Connection* connection_above(Net net) const;
    std::vector<const Assignment*> assignments_to(Net net) const;
    bool is_assigned(NodeId node, VarId var) const;  // any bit of it
    // The instance output that drives the net. Instances of an array are not distinguished: the
    // first stands for all.
    enum class Arrays : std::uint8_t { with, without };
    std::optional<Net> output_at(Net net, Arrays arrays) const;
    // The number of instance outputs that drive bits of the net's variable.
    std::size_t outputs_of_variable(Net net) const { return outputs_at(net).size(); }

private:
    void expand(ModuleId module, const std::string& path, NodeId parent, InstanceId instance,
                int level);
    Net above(Net net) const;  // through an input port; else the net itself
    std::vector<InstanceOutput> outputs_at(Net net) const;
    std::span<const NodeId> children_of(NodeId node, InstanceId instance) const;

    const Design& design_;
    IdTable<NodeId, InstanceNode> nodes_;
    IdTable<ModuleId, std::unordered_map<std::string, VarId>> names_;
    InstanceOutputs outputs_;
    IdTable<ModuleId, std::unordered_map<VarId, std::vector<AssignmentId>>> assignments_;
    IdTable<NodeId, std::vector<NodeId>> children_;  // by node, in the order of the instances
};

}  // namespace tapestry
