// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/syntax_tree.h"

#include <charconv>

namespace tapestry {

std::string_view SyntaxNode::attribute(std::string_view key) const {
    for (const auto& [word, value] : attributes) {
        if (word == key) return value;
    }
    return {};
}

const SyntaxNode* SyntaxNode::child(std::string_view wanted) const {
    for (const SyntaxNode* node : children) {
        if (node->kind == wanted) return node;
    }
    return nullptr;
}

SyntaxNode& SyntaxTree::add(std::string_view kind, const SourcePlace& place) {
    SyntaxNode& node = nodes_.emplace_back();
    node.kind = kind;
    node.place = place;
    return node;
}

void SyntaxTree::add_file(const std::string& id, const std::string& name) {
    file_ids_[id] = static_cast<FileId>(files.size());
    files.push_back(name);
}

SourcePlace SyntaxTree::place(std::string_view text) const {
    SourcePlace place;
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos) return place;
    const auto file = file_ids_.find(std::string(text.substr(0, comma)));
    if (file != file_ids_.end()) place.file = file->second;
    std::uint32_t last_line = 0;
    const char* at = text.data() + comma + 1;
    const char* end = text.data() + text.size();
    for (std::uint32_t* number : {&place.line, &place.column, &last_line, &place.end_column}) {
        at = std::from_chars(at, end, *number).ptr;
        if (at != end) ++at;
    }
    if (last_line != place.line) place.end_column = place.column + 1;
    return place;
}

bool is_module(const SyntaxNode& node) {
    return node.kind == "module" || node.kind == "iface" || node.kind == "package";
}

void set_range_from_child(SyntaxNode& node) {
    const SyntaxNode* range = node.child("range");
    if (!range || range->children.size() < 2) return;
    const char* const words[] = {"left", "right"};
    for (std::size_t i = 0; i < 2; ++i) {
        const auto value = Constant::parse(range->children[i]->name);
        const auto number =
            value && value->to_u64() ? static_cast<std::int32_t>(*value->to_u64()) : 0;
        node.attributes.emplace_back(words[i], std::to_string(number));
    }
}

}  // namespace tapestry
