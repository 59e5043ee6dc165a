// SPDX-License-Identifier: Apache-2.0
#include "run/import/design_names.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace tapestry {

namespace {

// What follows `name` and a dot in `path`; with `is_array`, an index may stand between.
std::optional<std::string_view> rest_after(std::string_view path, const std::string& name,
                                           bool is_array) {
    if (path.substr(0, name.size()) != name) return std::nullopt;
    path.remove_prefix(name.size());
    if (is_array) {
        const std::size_t close = path.find(']');
        if (path.empty() || path[0] != '[' || close == std::string_view::npos) return std::nullopt;
        path.remove_prefix(close + 1);
    }
    if (path.empty()) return path;
    if (path[0] != '.') return std::nullopt;
    return path.substr(1);
}

struct NamePlace {
    const Module* module = nullptr;
    std::string_view scope;  // of generate blocks inside the module
};

// Follows a path through instances as far as it goes.
NamePlace follow(const Design& design, const Module& top, std::string_view path) {
    NamePlace place{&top, path};
    for (bool moved = true; moved && !place.scope.empty();) {
        moved = false;
        for (const Instance& instance : place.module->instances) {
            const auto rest = rest_after(place.scope, instance.full_name(), instance.is_array);
            if (!rest || instance.module == kNone) continue;
            place = {&design.modules[instance.module], *rest};
            moved = true;
            break;
        }
    }
    return place;
}

Bits bits_of(const Constant& constant, std::uint32_t width) {
    Bits value = Bits::zeros(std::max<std::uint32_t>(1, width));
    const std::string& hex = constant.hex();
    for (std::size_t i = 0; i < hex.size() && i * 4 < width; ++i) {
        unsigned digit = 0;
        const char* const at = hex.data() + hex.size() - 1 - i;
        std::from_chars(at, at + 1, digit, 16);
        value.ones[i / 16] |= std::uint64_t{digit} << i % 16 * 4;
    }
    return value;
}

std::optional<FieldBits> member(const Type& type, const std::string& name) {
    if (type.kind != Type::Kind::structure) return std::nullopt;
    for (const StructMember& m : type.members) {
        if (m.name == name) return FieldBits{m.lsb, m.width, m.type};
    }
    return std::nullopt;
}

}  // namespace

const Module* DesignNames::top() const {
    if (!design_ || design_->top == kNone) return nullptr;
    return &design_->modules[design_->top];
}

const Var* DesignNames::find(const std::string& scope, const std::string& name) const {
    if (!top()) return nullptr;
    const std::size_t dot = scope.find('.');
    const std::string_view below =
        dot == std::string::npos ? std::string_view() : std::string_view(scope).substr(dot + 1);
    const NamePlace place = follow(*design_, *top(), below);
    const Var* found = nullptr;
    for (const Var& var : place.module->vars) {
        if (var.name != name || var.is_local) continue;
        // The innermost block that holds it.
        const bool visible =
            var.scope.empty() || rest_after(place.scope, var.scope, false).has_value();
        if (visible && (!found || var.scope.size() > found->scope.size())) found = &var;
    }
    return found;
}

std::optional<FieldBits> DesignNames::field(const Var& var, const std::vector<NamePart>& parts,
                                            std::size_t first) const {
    FieldBits bits{0, 0, var.type};
    for (std::size_t i = first; i < parts.size(); ++i) {
        if (bits.type == kNone) return std::nullopt;
        const Type& type = design_->types[bits.type];
        const auto next =
            parts[i].is_index() ? element(type, parts[i].index) : member(type, parts[i].name);
        if (!next) return std::nullopt;
        bits = {bits.lsb + next->lsb, next->width, next->type};
    }
    return bits;
}

std::optional<FieldBits> DesignNames::element(const Type& type, std::uint64_t index) const {
    if (type.kind != Type::Kind::plain || type.element == kNone) return std::nullopt;
    const auto at = static_cast<std::int64_t>(index);
    if (at < std::min(type.left, type.right) || at > std::max(type.left, type.right))
        return std::nullopt;
    const auto position = static_cast<std::uint32_t>(std::abs(at - type.right));
    const std::uint32_t width = design_->width_of(type.element);
    return FieldBits{position * width, width, type.element};
}

std::vector<PackedRange> DesignNames::ranges(TypeId id) const {
    std::vector<PackedRange> ranges;
    while (id != kNone) {
        const Type& type = design_->types[id];
        if (type.kind == Type::Kind::structure || type.kind == Type::Kind::enumeration) {
            ranges.push_back({static_cast<std::int64_t>(type.width) - 1, 0});
            return ranges;
        }
        if (type.kind != Type::Kind::plain) return {};
        ranges.push_back({type.left, type.right});
        id = type.element;
    }
    return ranges;
}

bool DesignNames::is_signed(const Var& var, const std::vector<NamePart>& parts,
                            std::size_t used) const {
    TypeId id = var.type;
    for (std::size_t i = 1; i < used && id != kNone; ++i) {
        const Type& type = design_->types[id];
        if (!parts[i].is_index()) {
            const auto found = member(type, parts[i].name);
            id = found ? found->type : kNone;
        } else {
            id = type.kind == Type::Kind::unpacked_array ? type.element : kNone;
        }
    }
    return id != kNone && design_->types[id].is_signed;
}

std::optional<Bits> DesignNames::parameter(const std::string& scope,
                                           const std::string& name) const {
    const Var* const var = find(scope, name);
    if (!var || !var->is_parameter || var->value.has_unknown()) return std::nullopt;
    return bits_of(var->value, var->value.width());
}

}  // namespace tapestry
