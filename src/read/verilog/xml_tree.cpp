// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/xml_tree.h"

#include <fstream>
#include <pugixml.hpp>
#include <unordered_map>
#include <unordered_set>

#include "base/codes/sources.h"

namespace tapestry {

namespace {

bool is_statement(std::string_view tag) {
    static const std::unordered_set<std::string_view> kTags = {
        "assign",   "assigndly",    "assignforce", "assignrelease", "if",         "case",
        "begin",    "while",        "display",     "stmtexpr",      "taskref",    "stop",
        "finish",   "delay",        "jumpblock",   "jumplabel",     "jumpgo",     "comment",
        "var",      "eventcontrol", "wait",        "fork",          "repeat",     "genfor",
        "assert",   "cover",        "fireevent",   "cstmt",         "readmem",    "dumpctl",
        "fclose",   "fflush",       "foreach",     "dowhile",       "contassign", "typedef",
        "disable",  "assertctl",    "systemt",     "timeformat",    "return",     "break",
        "continue", "release",      "loop",        "looptest",      "genblock"};
    return kTags.contains(tag);
}

// Our word for an attribute of the XML; those of no interest have none.
std::string_view word_for(std::string_view attribute) {
    static const std::unordered_map<std::string_view, std::string_view> kWords = {
        {"dir", "direction"},
        {"direction", "direction"},
        {"vartype", "declared_type"},
        {"param", "parameter"},
        {"localparam", "local_parameter"},
        {"defName", "module"},
        {"edgeType", "edge"},
        {"origName", "source_name"},
        {"dotted", "dotted"},
        {"left", "left"},
        {"right", "right"},
        {"signed", "signed"},
        {"pinIndex", "pin"}};
    const auto found = kWords.find(attribute);
    return found == kWords.end() ? std::string_view() : found->second;
}

class Loader {
public:
    explicit Loader(SyntaxTree& tree) : tree_(tree) {}

    void load(const pugi::xml_node& document) {
        for (const pugi::xml_node& file : document.child("files").children("file"))
            tree_.add_file(file.attribute("id").value(), file.attribute("filename").value());
        const pugi::xml_node netlist = document.child("netlist");
        for (const pugi::xml_node& node : netlist.children()) {
            const SyntaxNode& module = node_of(node, 0);
            if (!is_module(module)) continue;
            tree_.modules.push_back(&module);
            if (node.attribute("topModule")) tree_.top = &module;
        }
        for (const pugi::xml_node& node : netlist.child("typetable").children())
            tree_.types.push_back(&node_of(node, 0));
    }

private:
    SyntaxNode& node_of(const pugi::xml_node& xml, int depth) {
        SyntaxNode& node = tree_.add(xml.name(), tree_.place(xml.attribute("loc").value()));
        node.is_statement = is_statement(node.kind);
        for (const pugi::xml_attribute& attribute : xml.attributes()) set(node, attribute);
        if (depth < kDeepestSyntax) {
            for (const pugi::xml_node& child : xml.children())
                node.children.push_back(&node_of(child, depth + 1));
        }
        set_range_from_child(node);
        if (node.kind == "while") make_loop(node);
        if (node.kind == "genblock") node.kind = "begin";
        if (node.kind == "assignw" || node.kind == "assignalias") node.kind = "contassign";
        return node;
    }

    void set(SyntaxNode& node, const pugi::xml_attribute& attribute) {
        const std::string_view key = attribute.name();
        if (key == "name") node.name = attribute.value();
        if (key == "id") node.id = attribute.value();
        if (key == "dtype_id") node.type = attribute.value();
        if (key == "sub_dtype_id") node.sub_type = attribute.value();
        if (const std::string_view word = word_for(key); !word.empty())
            node.attributes.emplace_back(word, attribute.value());
    }

    // A `while` has a `begin` for each of its parts; the one with the condition has no statement.
    void make_loop(SyntaxNode& node) {
        node.kind = "loop";
        std::vector<const SyntaxNode*> parts;
        for (const SyntaxNode* part : node.children) {
            const bool is_test = part->first() && !part->first()->is_statement;
            if (!is_test) {
                parts.insert(parts.end(), part->children.begin(), part->children.end());
                continue;
            }
            SyntaxNode& test = tree_.add("looptest", part->first()->place);
            test.is_statement = true;
            test.children = {part->first()};
            parts.push_back(&test);
        }
        node.children = std::move(parts);
    }

    SyntaxTree& tree_;
};

}  // namespace

Result<SyntaxTree> load_xml_tree(const std::string& path, Diagnostics& diagnostics) {
    std::ifstream in(path, std::ios::binary);
    return xml_tree(in, path, diagnostics);
}

Result<SyntaxTree> xml_tree(std::istream& text, const std::string& path, Diagnostics& diagnostics) {
    pugi::xml_document document;
    const pugi::xml_parse_result parsed = document.load(text);
    const pugi::xml_node root = document.child("verilator_xml");
    if (!parsed || !root.child("netlist")) {
        return diagnostics.report(code::elaboration_unreadable, {path, 0},
                                  parsed ? "it has no netlist" : parsed.description());
    }
    SyntaxTree tree;
    Loader(tree).load(root);
    return tree;
}

}  // namespace tapestry
