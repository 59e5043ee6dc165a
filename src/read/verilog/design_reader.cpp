// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/design_reader.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "read/verilog/module_reader.h"
#include "read/verilog/name_coding.h"
#include "read/verilog/type_table.h"

namespace tapestry {

namespace {

using Ports = std::map<std::string, std::string, std::less<>>;

bool is_interface(const Design& design, const Var& var) {
    return var.type != kNone && design.types[var.type].kind == Type::Kind::interface;
}

// Port names by number. Interface ports have no number: they fill the gaps in order.
Ports ports_of(const Design& design, const Module& module, const SyntaxNode& node) {
    Ports ports;
    for (const SyntaxNode* child : node.children)
        if (child->kind == "var" && !child->attribute("pin").empty())
            ports.emplace(child->attribute("pin"), decode_name(child->name));
    std::size_t number = 1;
    for (const Var& var : module.vars) {
        if (!is_interface(design, var)) continue;
        while (ports.contains(std::to_string(number))) ++number;
        ports.emplace(std::to_string(number), var.name);
    }
    return ports;
}

// A connection by position has a number in place of the port name.
void name_positional_ports(Design& design, const SyntaxTree& tree) {
    constexpr std::string_view kNumbered = "__pinNumber";
    for (Module& module : design.modules) {
        for (Instance& instance : module.instances) {
            const bool numbered =
                std::any_of(instance.connections.begin(), instance.connections.end(),
                            [&](const Connection& c) { return c.port.starts_with(kNumbered); });
            if (!numbered) continue;
            const auto target = static_cast<std::size_t>(instance.module);
            const Ports ports = ports_of(design, design.modules[target], *tree.modules[target]);
            for (Connection& connection : instance.connections) {
                if (!connection.port.starts_with(kNumbered)) continue;
                const auto port =
                    ports.find(std::string_view(connection.port).substr(kNumbered.size()));
                if (port != ports.end()) connection.port = port->second;
            }
        }
    }
}

}  // namespace

Design read_design(const SyntaxTree& tree) {
    Design design;
    design.files = tree.files;
    const TypeTable types(tree, design.types);
    std::unordered_map<std::string, ModuleId> module_ids;
    for (std::size_t i = 0; i < tree.modules.size(); ++i) {
        const auto id = ModuleId(i);
        if (tree.modules[i] == tree.top) design.top = id;
        module_ids[decode_name(tree.modules[i]->name)] = id;
    }
    design.modules.resize(tree.modules.size());
    const DesignScope shared{types, design, module_ids};
    for (std::size_t i = 0; i < tree.modules.size(); ++i)
        ModuleReader(shared, design.modules[i]).read(*tree.modules[i]);
    name_positional_ports(design, tree);
    return design;
}

}  // namespace tapestry
