// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/type_table.h"

#include <charconv>
#include <cstdlib>

#include "read/verilog/name_coding.h"

namespace tapestry {

namespace {

constexpr int kDeepestType = 64;

std::int64_t bound(const SyntaxNode& node, std::string_view which) {
    std::int64_t number = 0;
    const std::string_view text = node.attribute(which);
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

void set_range(Type& type, const SyntaxNode& node) {
    type.left = bound(node, "left");
    type.right = bound(node, "right");
}

std::uint64_t range_size(const Type& type) {
    return static_cast<std::uint64_t>(std::llabs(type.left - type.right)) + 1;
}

std::uint32_t basic_width(const SyntaxNode& node, const Type& type) {
    if (!node.attribute("left").empty()) return static_cast<std::uint32_t>(range_size(type));
    const std::string& name = node.name;
    if (name == "integer" || name == "int") return 32;
    if (name == "byte") return 8;
    if (name == "shortint") return 16;
    if (name == "longint" || name == "time") return 64;
    return name == "logic" || name == "bit" ? 1 : 0;
}

std::string unscoped_name(const std::string& name) {
    const std::size_t at = name.find_last_of(":.");
    return at == std::string::npos ? name : name.substr(at + 1);
}

}  // namespace

TypeTable::TypeTable(const SyntaxTree& tree, IdTable<TypeId, Type>& types) : types_(types) {
    for (const SyntaxNode* node : tree.types) nodes_[node->id] = node;
    for (const SyntaxNode* node : tree.types) resolve(node->id, 0);
}

TypeId TypeTable::find(const SyntaxNode& node) const {
    const auto found = ids_.find(node.type);
    return found == ids_.end() ? kNone : found->second;
}

TypeId TypeTable::find_enum(const std::string& word, const std::string& module,
                            std::uint32_t width) const {
    TypeId found = kNone;
    for (std::size_t i = 0; i < types_.size(); ++i) {
        const Type& type = types_[i];
        if (type.kind != Type::Kind::enumeration || type.width != width ||
            unscoped_name(type.name) != word)
            continue;
        if (type.name == module + "." + word) return static_cast<TypeId>(i);
        if (found != kNone && types_[found].name != type.name) return kNone;
        found = static_cast<TypeId>(i);
    }
    return found;
}

TypeId TypeTable::resolve(const std::string& id, int depth) {
    const auto done = ids_.find(id);
    if (done != ids_.end()) return done->second;
    const auto node = nodes_.find(id);
    if (node == nodes_.end() || depth > kDeepestType) return kNone;
    if (node->second->kind == "refdtype") {
        const TypeId target = resolve(node->second->sub_type, depth + 1);
        ids_[id] = target;
        return target;
    }
    Type type;
    fill(type, *node->second, depth);
    types_.push_back(std::move(type));
    const auto index = static_cast<TypeId>(types_.size() - 1);
    ids_[id] = index;
    return index;
}

void TypeTable::fill(Type& type, const SyntaxNode& node, int depth) {
    type.name = decode_name(node.name);
    type.element = resolve(node.sub_type, depth + 1);
    const std::uint32_t element_width = type.element == kNone ? 0 : types_[type.element].width;
    type.is_signed = type.element != kNone && types_[type.element].is_signed;
    set_range(type, node);
    if (node.kind == "basicdtype") {
        type.kind = Type::Kind::plain;
        type.width = basic_width(node, type);
        type.is_signed = node.attribute("signed") == "true";
    } else if (node.kind == "packarraydtype") {
        type.kind = Type::Kind::plain;
        type.width = static_cast<std::uint32_t>(element_width * range_size(type));
    } else if (node.kind == "unpackarraydtype") {
        type.kind = Type::Kind::unpacked_array;
        type.width = element_width;
        type.elements = range_size(type);
    } else if (node.kind == "enumdtype") {
        type.kind = Type::Kind::enumeration;
        type.width = element_width;
        fill_items(type, node);
    } else if (node.kind == "structdtype" || node.kind == "uniondtype") {
        fill_members(type, node, depth);
    } else if (node.kind == "ifacerefdtype") {
        type.kind = Type::Kind::interface;
    } else {
        type.width = element_width;
    }
}

void TypeTable::fill_items(Type& type, const SyntaxNode& node) {
    for (const SyntaxNode* item : node.children) {
        const SyntaxNode* constant = item->child("const");
        if (item->kind != "enumitem" || !constant) continue;
        if (const auto value = Constant::parse(constant->name))
            type.items.push_back({item->name, *value});
    }
}

void TypeTable::fill_members(Type& type, const SyntaxNode& node, int depth) {
    type.kind = Type::Kind::structure;
    const bool is_union = node.kind == "uniondtype";
    for (const SyntaxNode* member : node.children) {
        if (member->kind != "memberdtype") continue;
        const TypeId member_type = resolve(member->sub_type, depth + 1);
        const std::uint32_t width = member_type == kNone ? 0 : types_[member_type].width;
        type.members.push_back({decode_name(member->name), 0, width, member_type});
        type.width = is_union ? std::max(type.width, width) : type.width + width;
    }
    // The first member holds the most significant bits.
    std::uint32_t lsb = 0;
    for (auto member = type.members.rbegin(); !is_union && member != type.members.rend();
         ++member) {
        member->lsb = lsb;
        lsb += member->width;
    }
}

}  // namespace tapestry
