// SPDX-License-Identifier: Apache-2.0
#include "elaborate/xml_types.h"

#include <cstdlib>

#include "elaborate/xml_reader.h"

namespace tapestry {

namespace {

constexpr int kDeepestType = 64;

std::int64_t range_bound(const pugi::xml_node& range, int which) {
    pugi::xml_node bound = range.first_child();
    if (which == 1) bound = bound.next_sibling();
    const auto value = Constant::parse(bound.attribute("name").value());
    return value && value->to_u64() ? static_cast<std::int32_t>(*value->to_u64()) : 0;
}

std::uint64_t range_size(const pugi::xml_node& range) {
    return static_cast<std::uint64_t>(std::llabs(range_bound(range, 0) - range_bound(range, 1))) +
           1;
}

void set_range(Type& type, const pugi::xml_node& range) {
    type.left = range_bound(range, 0);
    type.right = range_bound(range, 1);
}

std::uint32_t basic_width(const pugi::xml_node& node) {
    if (node.attribute("left")) {
        return static_cast<std::uint32_t>(
                   std::abs(node.attribute("left").as_int() - node.attribute("right").as_int())) +
               1;
    }
    const std::string name = node.attribute("name").value();
    if (name == "integer" || name == "int") return 32;
    if (name == "byte") return 8;
    if (name == "shortint") return 16;
    if (name == "longint" || name == "time") return 64;
    return name == "logic" || name == "bit" ? 1 : 0;
}

std::string last_part(const std::string& name) {
    const std::size_t at = name.find_last_of(":.");
    return at == std::string::npos ? name : name.substr(at + 1);
}

}  // namespace

XmlTypes::XmlTypes(const pugi::xml_node& typetable, std::vector<Type>& types) : types_(types) {
    for (const pugi::xml_node& node : typetable.children())
        nodes_[node.attribute("id").value()] = node;
    for (const pugi::xml_node& node : typetable.children())
        resolve(node.attribute("id").value(), 0);
}

TypeId XmlTypes::find(const pugi::xml_node& node) const {
    const auto found = ids_.find(node.attribute("dtype_id").value());
    return found == ids_.end() ? kNone : found->second;
}

TypeId XmlTypes::find_enum(const std::string& word, const std::string& module,
                           std::uint32_t width) const {
    TypeId found = kNone;
    for (std::size_t i = 0; i < types_.size(); ++i) {
        const Type& type = types_[i];
        if (type.kind != Type::Kind::enumeration || type.width != width ||
            last_part(type.name) != word)
            continue;
        if (type.name == module + "." + word) return static_cast<TypeId>(i);
        if (found != kNone && types_[static_cast<std::size_t>(found)].name != type.name)
            return kNone;
        found = static_cast<TypeId>(i);
    }
    return found;
}

TypeId XmlTypes::resolve(const std::string& id, int depth) {
    const auto done = ids_.find(id);
    if (done != ids_.end()) return done->second;
    const auto node = nodes_.find(id);
    if (node == nodes_.end() || depth > kDeepestType) return kNone;
    if (std::string_view(node->second.name()) == "refdtype") {
        const TypeId target = resolve(node->second.attribute("sub_dtype_id").value(), depth + 1);
        ids_[id] = target;
        return target;
    }
    Type type;
    fill(type, node->second, depth);
    types_.push_back(std::move(type));
    const auto index = static_cast<TypeId>(types_.size() - 1);
    ids_[id] = index;
    return index;
}

void XmlTypes::fill(Type& type, const pugi::xml_node& node, int depth) {
    const std::string tag = node.name();
    type.name = decode_name(node.attribute("name").value());
    type.element = resolve(node.attribute("sub_dtype_id").value(), depth + 1);
    const std::uint32_t element_width =
        type.element == kNone ? 0 : types_[static_cast<std::size_t>(type.element)].width;
    if (tag == "basicdtype") {
        type.kind = Type::Kind::plain;
        type.width = basic_width(node);
        type.left = node.attribute("left").as_int();
        type.right = node.attribute("right").as_int();
    } else if (tag == "packarraydtype") {
        type.kind = Type::Kind::plain;
        type.width = static_cast<std::uint32_t>(element_width * range_size(node.child("range")));
        set_range(type, node.child("range"));
    } else if (tag == "unpackarraydtype") {
        type.kind = Type::Kind::unpacked_array;
        type.width = element_width;
        type.elements = range_size(node.child("range"));
        set_range(type, node.child("range"));
    } else if (tag == "enumdtype") {
        type.kind = Type::Kind::enumeration;
        type.width = element_width;
        for (const pugi::xml_node& item : node.children("enumitem")) {
            const auto value = Constant::parse(item.child("const").attribute("name").value());
            if (value) type.items.push_back({item.attribute("name").value(), *value});
        }
    } else if (tag == "structdtype" || tag == "uniondtype") {
        fill_members(type, node, depth);
    } else if (tag == "ifacerefdtype") {
        type.kind = Type::Kind::interface;
    } else {
        type.width = element_width;
    }
}

void XmlTypes::fill_members(Type& type, const pugi::xml_node& node, int depth) {
    type.kind = Type::Kind::structure;
    const bool is_union = std::string_view(node.name()) == "uniondtype";
    for (const pugi::xml_node& member : node.children("memberdtype")) {
        const TypeId member_type = resolve(member.attribute("sub_dtype_id").value(), depth + 1);
        const std::uint32_t width =
            member_type == kNone ? 0 : types_[static_cast<std::size_t>(member_type)].width;
        type.members.push_back(
            {decode_name(member.attribute("name").value()), 0, width, member_type});
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
