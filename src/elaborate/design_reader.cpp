// SPDX-License-Identifier: Apache-2.0
#include "elaborate/design_reader.h"

#include <unordered_map>

#include "elaborate/module_reader.h"
#include "elaborate/name_coding.h"
#include "elaborate/type_table.h"

namespace tapestry {

namespace {

const SyntaxNode* port_at(const SyntaxNode& module, std::string_view pin) {
    for (const SyntaxNode* child : module.children) {
        if (child->kind == "var" && child->attribute("pin") == pin) return child;
    }
    return nullptr;
}

// Connections by position carry a number in place of the port's name.
void name_positional_ports(Design& design, const SyntaxTree& tree) {
    constexpr std::string_view kNumbered = "__pinNumber";
    for (Module& module : design.modules) {
        for (Instance& instance : module.instances) {
            const SyntaxNode& target = *tree.modules[static_cast<std::size_t>(instance.module)];
            for (Connection& connection : instance.connections) {
                if (!connection.port.starts_with(kNumbered)) continue;
                const SyntaxNode* port =
                    port_at(target, std::string_view(connection.port).substr(kNumbered.size()));
                if (port) connection.port = decode_name(port->name);
            }
        }
    }
}

}  // namespace

Design read_design(const SyntaxTree& tree) {
    Design design;
    design.files = tree.files;
    const TypeTable types(tree, design.types);
    std::unordered_map<std::string, std::int32_t> module_ids;
    for (std::size_t i = 0; i < tree.modules.size(); ++i) {
        const auto id = static_cast<std::int32_t>(i);
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
