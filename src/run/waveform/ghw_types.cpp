// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "run/waveform/ghw_reader.h"

namespace tapestry {

namespace {

constexpr std::uint64_t kMostTypes = 1 << 20;
constexpr std::uint64_t kMostLiterals = 1 << 16;
constexpr std::uint64_t kMostOfOneSignal = 1 << 24;  // of one signal

enum TypeTag : std::uint8_t {
    kB2 = 22,
    kE8 = 23,
    kI32 = 25,
    kI64 = 26,
    kF64 = 27,
    kP32 = 28,
    kP64 = 29,
    kArray = 31,
    kRecord = 32,
    kSubtypeScalar = 34,
    kSubtypeArray = 35,
    kSubtypeUnboundedArray = 37,
    kSubtypeRecord = 38,
    kSubtypeUnboundedRecord = 39,
};

struct Range {
    std::int64_t left = 0;
    std::int64_t right = 0;
    bool down = false;

    std::uint64_t length() const {
        const std::int64_t low = down ? right : left;
        const std::int64_t high = down ? left : right;
        if (low > high) return 0;
        return static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    }
};

Range read_range(GhwBytes& bytes) {
    Range range;
    const std::uint8_t kind = bytes.byte();
    range.down = (kind & 0x80) != 0;
    switch (kind & 0x7f) {
        case kB2:
        case kE8:
            range.left = bytes.byte();
            range.right = bytes.byte();
            break;
        case kF64:
            bytes.skip(16);
            break;
        default:
            range.left = bytes.signed_number();
            range.right = bytes.signed_number();
    }
    return range;
}

// As many bits as a synthesizer uses: one more, for the sign, if values may be negative.
std::uint64_t bits_of_range(std::int64_t low, std::int64_t high) {
    if (low > high) return 0;
    const auto bits = [](std::int64_t value) {
        return static_cast<std::uint64_t>(
            std::bit_width(static_cast<std::uint64_t>(value < 0 ? ~value : value)));
    };
    const std::uint64_t most = std::max(bits(low), bits(high));
    return low < 0 ? most + 1 : most;
}

bool is_logic(const std::vector<std::string>& literals) {
    return literals.size() == 9 && literals[0] == "'U'" && literals[3] == "'1'";
}

// An enumeration that is equivalent to a bit is not worth a table.
bool is_plain_bit(const std::vector<std::string>& literals) {
    return literals.size() == 2 && ((literals[0] == "false" && literals[1] == "true") ||
                                    (literals[0] == "'0'" && literals[1] == "'1'"));
}

std::string name_at(const std::vector<std::string>& strings, std::uint64_t index) {
    return index < strings.size() ? strings[index] : std::string();
}

GhwType read_enumeration(GhwBytes& bytes, const std::vector<std::string>& strings) {
    GhwType type;
    type.kind = GhwType::Kind::enumeration;
    const std::uint64_t count = bytes.unsigned_number();
    for (std::uint64_t i = 0; i < count && i < kMostLiterals && bytes.good(); ++i)
        type.literals.push_back(name_at(strings, bytes.unsigned_number()));
    if (is_logic(type.literals)) type.kind = GhwType::Kind::logic;
    type.named = type.kind == GhwType::Kind::enumeration && !is_plain_bit(type.literals);
    return type;
}

GhwType integer(std::int64_t low, std::int64_t high) {
    GhwType type;
    type.kind = GhwType::Kind::integer;
    type.form = GhwType::Form::number;
    type.low = low;
    type.high = high;
    return type;
}

GhwType physical(GhwBytes& bytes) {
    GhwType type;
    type.form = GhwType::Form::number;
    const std::uint64_t units = bytes.unsigned_number();
    for (std::uint64_t i = 0; i < units && i < kMostLiterals && bytes.good(); ++i) {
        bytes.unsigned_number();
        bytes.signed_number();
    }
    return type;
}

}  // namespace

GhwTypeId GhwTypes::add(GhwType type) {
    measure(type);
    types_.push_back(std::move(type));
    return static_cast<GhwTypeId>(types_.size() - 1);
}

// Sums over the parts, which are known already: types only refer to earlier ones.
void GhwTypes::measure(GhwType& type) const {
    const auto limited = [](std::uint64_t n) { return std::min(n, kMostOfOneSignal + 1); };
    switch (type.kind) {
        case GhwType::Kind::logic:
            type.width = 1;
            break;
        case GhwType::Kind::enumeration:
            type.width = type.literals.empty() ? 0 : std::bit_width(type.literals.size() - 1);
            break;
        case GhwType::Kind::integer:
            type.width = bits_of_range(type.low, type.high);
            break;
        case GhwType::Kind::other:
            break;
        case GhwType::Kind::array: {
            const GhwType& element = types_[type.element];
            type.bound = type.bound && element.bound;
            type.named = element.named;
            type.scalars = type.bound ? limited(type.count * limited(element.scalars)) : 0;
            type.width = type.bound ? limited(type.count * limited(element.width)) : 0;
            break;
        }
        case GhwType::Kind::record:
            type.scalars = 0;
            type.width = 0;
            for (const auto& [name, id] : type.fields) {
                type.bound = type.bound && types_[id].bound;
                type.named = type.named || types_[id].named;
                type.scalars = limited(type.scalars + types_[id].scalars);
                type.width = limited(type.width + types_[id].width);
            }
    }
}

// The type with the bounds that follow in the file: a range for each dimension, then those of
// unconstrained elements and fields.
GhwTypeId GhwTypes::bind(GhwTypeId id, GhwBytes& bytes) {
    if (types_[id].bound || !bytes.good()) return id;
    GhwType type = types_[id];
    type.bound = true;
    if (type.kind == GhwType::Kind::array) {
        type.count = 1;
        for (std::size_t i = 0; i < type.dimensions; ++i) {
            const Range range = read_range(bytes);
            type.first = range.left;
            type.down = range.down;
            type.count = std::min(type.count * std::min(range.length(), kMostOfOneSignal),
                                  kMostOfOneSignal + 1);
        }
        type.element = bind(type.element, bytes);
    } else {
        for (auto& [name, field] : type.fields) field = bind(field, bytes);
    }
    return add(std::move(type));
}

std::string GhwTypes::index_text(const GhwType& array, std::uint64_t element) const {
    const auto steps = static_cast<std::int64_t>(element);
    const std::int64_t index = array.down ? array.first - steps : array.first + steps;
    const std::vector<std::string>& literals = types_[array.index].literals;
    if (index >= 0 && static_cast<std::uint64_t>(index) < literals.size())
        return "(" + literals[static_cast<std::size_t>(index)] + ")";
    return fmt::format("({})", index);
}

GhwType GhwTypes::read_type(GhwBytes& bytes, const std::vector<std::string>& strings) {
    const std::uint8_t tag = bytes.byte();
    bytes.unsigned_number();  // its name
    GhwType type;
    switch (tag) {
        case kB2:
        case kE8:
            return read_enumeration(bytes, strings);
        case kI32:
            return integer(INT32_MIN, INT32_MAX);
        case kI64:
            return integer(INT64_MIN, INT64_MAX);
        case kF64:
            type.form = GhwType::Form::real;
            return type;
        case kP32:
        case kP64:
            return physical(bytes);
        case kArray:
            type.kind = GhwType::Kind::array;
            type.bound = false;
            type.element = numbered(bytes.unsigned_number());
            type.dimensions = bytes.unsigned_number();
            for (std::size_t i = 0; i < type.dimensions && bytes.good(); ++i)
                type.index = numbered(bytes.unsigned_number());
            return type;
        case kRecord: {
            type.kind = GhwType::Kind::record;
            const std::uint64_t count = bytes.unsigned_number();
            for (std::uint64_t i = 0; i < count && i < kMostLiterals && bytes.good(); ++i) {
                std::string name = name_at(strings, bytes.unsigned_number());
                type.fields.emplace_back(std::move(name), numbered(bytes.unsigned_number()));
            }
            return type;
        }
        case kSubtypeScalar: {
            type = types_[numbered(bytes.unsigned_number())];
            const Range range = read_range(bytes);
            type.low = range.down ? range.right : range.left;
            type.high = range.down ? range.left : range.right;
            return type;
        }
        case kSubtypeArray:
        case kSubtypeRecord:
            return types_[bind(numbered(bytes.unsigned_number()), bytes)];
        case kSubtypeUnboundedArray:
        case kSubtypeUnboundedRecord:
            return types_[numbered(bytes.unsigned_number())];
        default:
            trouble_ = fmt::format("it has a type of an unknown kind, {}", tag);
            return type;
    }
}

std::string GhwTypes::read(GhwBytes& bytes, const std::vector<std::string>& strings) {
    bytes.skip(4);
    const std::int32_t count = bytes.fixed32();
    if (count < 0 || static_cast<std::uint64_t>(count) > kMostTypes)
        return "its number of types makes no sense";
    for (std::int32_t i = 0; i < count && bytes.good() && trouble_.empty(); ++i) {
        named_.push_back(add(read_type(bytes, strings)));
    }
    if (bytes.byte() != 0 && trouble_.empty()) trouble_ = "its types have no end";
    return trouble_;
}

}  // namespace tapestry
