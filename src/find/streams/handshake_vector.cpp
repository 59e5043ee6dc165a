// SPDX-License-Identifier: Apache-2.0
#include "find/streams/handshake_vector.h"

#include <fmt/format.h>

#include <algorithm>

namespace tapestry {

std::uint64_t handshakes(const Subject& on, VarId v) {
    const TypeId id = on.module.var(v).type;
    if (id == kNone) return 0;
    const Type& type = on.design.types[id];
    if (type.kind == Type::Kind::plain && type.element == kNone) return type.width;
    if (type.kind != Type::Kind::unpacked_array || type.element == kNone) return 0;
    const Type& element = on.design.types[type.element];
    return element.kind == Type::Kind::plain && element.width == 1 ? type.elements : 0;
}

std::string index_text(const Subject& on, VarId v, std::int32_t element) {
    if (element == kNone) return {};
    const Type& type = *on.type_of(v);
    if (type.kind == Type::Kind::unpacked_array)
        return fmt::format("[{}]", std::min(type.left, type.right) + element);
    return fmt::format("[{}]", type.right + (type.left >= type.right ? element : -element));
}

std::uint32_t share_width(const Subject& on, VarId v, std::uint64_t count) {
    const Type& type = *on.type_of(v);
    if (on.is_array(v)) return type.elements == count ? type.width : 0;
    return type.width % count == 0 ? static_cast<std::uint32_t>(type.width / count) : 0;
}

std::string share_text(const Subject& on, VarId v, std::uint32_t share, std::int32_t element) {
    const Type& type = *on.type_of(v);
    const bool dimension = type.element != kNone;  // one index per port
    if (dimension || share == 1) return index_text(on, v, element);
    if (type.left < type.right) return {};
    return fmt::format("[{} +: {}]", type.right + element * static_cast<std::int64_t>(share),
                       share);
}

}  // namespace tapestry
