// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/vectors.h"

#include <fmt/format.h>

#include <algorithm>

namespace tapestry {

namespace {

constexpr std::uint64_t kMostElements = 16;  // longer arrays are memories

}  // namespace

std::uint32_t bits_of(const Design& design, TypeId id) {
    const Type& type = design.types[static_cast<std::size_t>(id)];
    return type.kind == Type::Kind::unpacked_array
               ? static_cast<std::uint32_t>(type.elements) * bits_of(design, type.element)
               : design.width_of(id);
}

std::vector<std::string> vectors_of(const Design& design, TypeId id, const std::string& name) {
    const Type& type = design.types[static_cast<std::size_t>(id)];
    if (type.kind != Type::Kind::unpacked_array) return {name};
    if (type.elements > kMostElements || type.element == kNone) return {};
    std::vector<std::string> all;
    for (std::int64_t i = std::min(type.left, type.right); i <= std::max(type.left, type.right);
         ++i) {
        for (std::string& text : vectors_of(design, type.element, fmt::format("{}[{}]", name, i)))
            all.push_back(std::move(text));
    }
    return all;
}

}  // namespace tapestry
