// SPDX-License-Identifier: Apache-2.0
#include "elaborate/xml_reader.h"

#include <pugixml.hpp>
#include <unordered_map>

#include "elaborate/xml_module.h"
#include "elaborate/xml_types.h"

namespace tapestry {

namespace {

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

// Connections by position carry a number in place of the port's name.
void name_positional_ports(Design& design, const std::vector<pugi::xml_node>& nodes) {
    constexpr std::string_view kNumbered = "__pinNumber";
    for (Module& module : design.modules) {
        for (Instance& instance : module.instances) {
            for (Connection& connection : instance.connections) {
                if (!connection.port.starts_with(kNumbered)) continue;
                const std::string number = connection.port.substr(kNumbered.size());
                const pugi::xml_node port =
                    nodes[static_cast<std::size_t>(instance.module)].find_child_by_attribute(
                        "var", "pinIndex", number.c_str());
                if (port) connection.port = decode_name(port.attribute("name").value());
            }
        }
    }
}

}  // namespace

std::string decode_name(std::string_view name) {
    std::string out;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const std::string_view rest = name.substr(i);
        if (rest.starts_with("__DOT__")) {
            out += '.';
            i += 6;
        } else if (rest.starts_with("__BRA__")) {
            out += '[';
            i += 6;
        } else if (rest.starts_with("__KET__")) {
            out += ']';
            i += 6;
        } else if (rest.size() >= 5 && rest.starts_with("__0") && hex_digit(rest[3]) >= 0 &&
                   hex_digit(rest[4]) >= 0) {
            out += static_cast<char>(hex_digit(rest[3]) * 16 + hex_digit(rest[4]));
            i += 4;
        } else {
            out += name[i];
        }
    }
    return out;
}

Result<Design> read_design_xml(const std::string& path, Diagnostics& diagnostics) {
    pugi::xml_document document;
    const pugi::xml_parse_result parsed = document.load_file(path.c_str());
    const pugi::xml_node netlist = document.child("verilator_xml").child("netlist");
    if (!parsed || !netlist) {
        diagnostics.report(Code::elaboration_unreadable, {path, 0},
                           parsed ? "it has no netlist" : parsed.description());
        return failure;
    }
    Design design;
    std::unordered_map<std::string, std::int32_t> file_ids;
    for (const pugi::xml_node& file :
         document.child("verilator_xml").child("files").children("file")) {
        file_ids[file.attribute("id").value()] = static_cast<std::int32_t>(design.files.size());
        design.files.emplace_back(file.attribute("filename").value());
    }
    const XmlTypes types(netlist.child("typetable"), design.types);
    std::unordered_map<std::string, std::int32_t> module_ids;
    std::vector<pugi::xml_node> nodes;
    for (const pugi::xml_node& node : netlist.children()) {
        const std::string_view tag = node.name();
        if (tag != "module" && tag != "iface" && tag != "package") continue;
        if (node.attribute("topModule")) design.top = static_cast<std::int32_t>(nodes.size());
        module_ids[decode_name(node.attribute("name").value())] =
            static_cast<std::int32_t>(nodes.size());
        nodes.push_back(node);
    }
    design.modules.resize(nodes.size());
    const XmlContext context{types, design, file_ids, module_ids};
    for (std::size_t i = 0; i < nodes.size(); ++i)
        XmlModuleReader(context, design.modules[i]).read(nodes[i]);
    name_positional_ports(design, nodes);
    return design;
}

}  // namespace tapestry
