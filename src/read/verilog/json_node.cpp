// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/json_node.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>

#include "base/letter_case.h"

namespace tapestry {

namespace {

// The kind of a node in our tree; mostly Verilator's own word.
std::string kind_of(std::string_view type) {
    static const std::unordered_map<std::string_view, std::string_view> kWords = {
        {"CELL", "instance"},
        {"PIN", "port"},
        {"GENBLOCK", "begin"},
        {"ASSIGNW", "contassign"},
        {"ASSIGNALIAS", "contassign"}};
    const auto found = kWords.find(type);
    return found == kWords.end() ? in_lower_case(type) : std::string(found->second);
}

bool holds_statements(std::string_view list) {
    return list == "stmtsp" || list == "thensp" || list == "elsesp" || list == "forksp" ||
           list == "contsp";
}

// "7:0" and "[7:0]"
bool parse_range(std::string_view text, std::string& left, std::string& right) {
    if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return false;
    left = text.substr(0, colon);
    right = text.substr(colon + 1);
    return true;
}

int whole_number_of(std::string_view text) {
    int number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

// Verilator doubles backslashes in names in addition to JSON's escapes, as in extended identifiers
// of VHDL.
std::string name_of(std::string_view text) {
    std::string name;
    for (std::size_t i = 0; i < text.size(); ++i) {
        name += text[i];
        if (text.substr(i, 2) == "\\\\") ++i;
    }
    return name;
}

}  // namespace

std::string_view JsonNode::value(std::string_view key) const {
    const auto found = values.find(key);
    return found == values.end() ? std::string_view() : found->second;
}

std::vector<const SyntaxNode*> JsonNode::list(std::string_view key) const {
    for (const auto& [name, nodes] : lists) {
        if (name == key) return nodes;
    }
    return {};
}

const SyntaxNode& JsonShaper::shaped(const JsonNode& json, std::string_view list) {
    SyntaxNode& node = tree_.add(kind_of(json.value("type")), tree_.place(json.value("loc")));
    node.name =
        node.kind == "const" ? std::string(json.value("name")) : name_of(json.value("name"));
    node.id = json.value("addr");
    node.type = json.value("dtypep");
    node.sub_type = json.value("refDTypep");
    node.is_statement = holds_statements(list);
    set_attributes(node, json);
    set_children(node, json);
    remember(node, json);
    if (node.kind == "paramtypedtype") {  // is among the statements of its module
        node.kind = "refdtype";
        node.sub_type = node.type;
        tree_.types.push_back(&node);
    }
    if (node.kind == "typetable") {
        const auto types = json.list("typesp");
        tree_.types.insert(tree_.types.end(), types.begin(), types.end());
    }
    if (node.kind == "netlist") {
        for (const SyntaxNode* child : json.list("modulesp")) {
            if (is_module(*child)) tree_.modules.push_back(child);
        }
    }
    return node;
}

// Records nodes that are referenced, and unresolved references.
void JsonShaper::remember(SyntaxNode& node, const JsonNode& json) {
    if (is_module(node) || node.kind == "var") by_address_[node.id] = &node;
    if (node.kind == "instance") instances_.emplace_back(&node, json.value("modp"));
    if (node.kind == "port") ports_.emplace_back(&node, json.value("modVarp"));
    if (node.kind == "module") levels_[&node] = whole_number_of(json.value("level"));
}

void JsonShaper::set_attributes(SyntaxNode& node, const JsonNode& json) {
    auto set = [&](const char* word, std::string_view value) {
        if (!value.empty()) node.attributes.emplace_back(word, value);
    };
    if (node.kind == "var") {
        const std::string_view var_type = json.value("varType");
        if (json.value("direction") != "NONE")
            set("direction", in_lower_case(json.value("direction")));
        set("declared_type", json.value("dtypeName"));
        if (var_type == "GPARAM") set("parameter", "true");
        if (var_type == "LPARAM") set("local_parameter", "true");
    }
    set("edge", json.value("edgeType"));
    set("signed", json.value("signed"));
    set("dotted", name_of(json.value("dotted")));
    set("source_name", name_of(json.value("origName")));
    const bool is_array = node.kind == "packarraydtype" || node.kind == "unpackarraydtype";
    std::string left;
    std::string right;
    if (parse_range(json.value(is_array ? "declRange" : "range"), left, right)) {
        set("left", left);
        set("right", right);
    }
}

void JsonShaper::set_children(SyntaxNode& node, const JsonNode& json) {
    if (node.kind == "if") {
        node.children = json.list("condp");
        node.children.push_back(&block(json.list("thensp"), node.place));
        if (const auto other = json.list("elsesp"); !other.empty())
            node.children.push_back(&block(other, node.place));
        return;
    }
    for (const auto& [name, nodes] : json.lists) {
        if (name == "paramsp") continue;
        node.children.insert(node.children.end(), nodes.begin(), nodes.end());
    }
    if (node.kind == "sel") {
        SyntaxNode& width = tree_.add("const", node.place);
        width.name = fmt::format("32'h{:x}", whole_number_of(json.value("widthConst")));
        node.children.push_back(&width);
    }
    // Verilator puts a continuous assignment into a process of its own.
    if (node.kind == "always" && json.value("keyword") == "cont_assign") node.kind = "begin";
    if (node.kind == "instance") set_range_from_child(node);
}

SyntaxNode& JsonShaper::block(const std::vector<const SyntaxNode*>& statements,
                              const SourcePlace& place) {
    SyntaxNode& node = tree_.add("begin", place);
    node.is_statement = true;
    node.children = statements;
    return node;
}

// Resolves references: instances refer to modules by address, and connections to ports.
void JsonShaper::join() {
    for (auto& [instance, address] : instances_) {
        const auto module = by_address_.find(address);
        if (module != by_address_.end())
            instance->attributes.emplace_back("module", module->second->name);
    }
    for (auto& [port, address] : ports_) {
        const auto var = by_address_.find(address);
        if (var == by_address_.end()) continue;
        port->name = var->second->name;
        port->attributes.emplace_back("direction", var->second->attribute("direction"));
    }
    for (const SyntaxNode* module : tree_.modules) {  // the top has the lowest level
        const auto level = levels_.find(module);
        if (level != levels_.end() && (!tree_.top || level->second < levels_.at(tree_.top)))
            tree_.top = module;
    }
}

}  // namespace tapestry
