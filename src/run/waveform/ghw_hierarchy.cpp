// SPDX-License-Identifier: Apache-2.0
#include "run/waveform/ghw_hierarchy.h"

#include <fmt/format.h>

#include <algorithm>

namespace tapestry {

namespace {

constexpr std::uint64_t kMostScalars = 1 << 26;  // of all signals
constexpr int kDeepestField = 16;
constexpr std::uint64_t kMostElements = 64;  // of an array whose elements have names

enum HierarchyTag : std::uint8_t {
    kEnd = 0,
    kBlock = 3,
    kGenerateIf = 4,
    kGenerateFor = 5,
    kInstance = 6,
    kPackage = 7,
    kProcess = 13,
    kEndOfScope = 15,
    kSignal = 16,
    kLastPort = 21,
};

std::string binary(std::size_t value, std::size_t width) {
    std::string text(std::max<std::size_t>(1, width), '0');
    for (std::size_t i = 0; i < text.size(); ++i) {
        if ((value >> i & 1) != 0) text[text.size() - 1 - i] = '1';
    }
    return text;
}

}  // namespace

std::string GhwHierarchy::next_name() {
    const std::uint64_t index = bytes_.unsigned_number();
    return index < strings_.size() ? strings_[index] : std::string();
}

std::string GhwHierarchy::read(std::vector<GhwReader::Scalar>& scalars) {
    bytes_.skip(4 + 8);  // zeros, then the number of scopes and signals
    const std::int32_t count = bytes_.fixed32();
    if (count < 0 || static_cast<std::uint64_t>(count) > kMostScalars)
        return "its number of signals makes no sense";
    for (;;) {
        const std::uint8_t kind = bytes_.byte();
        if (!bytes_.good()) return "it ends inside its header";
        if (kind == kEnd) break;
        if (!take(kind)) return trouble_.empty() ? builder_.trouble() : trouble_;
    }
    scalars = std::move(scalars_);
    return {};
}

bool GhwHierarchy::take(std::uint8_t kind) {
    if (kind == kEndOfScope) return builder_.close_scope();
    if (kind >= kSignal && kind <= kLastPort) return take_signal();
    if (kind == kProcess) {
        bytes_.unsigned_number();  // its name; it is empty and has no end tag
        return true;
    }
    if (kind >= kBlock && kind <= kPackage) return take_scope(kind);
    trouble_ = fmt::format("its header has a part of an unknown kind, {}", kind);
    return false;
}

bool GhwHierarchy::take_scope(std::uint8_t kind) {
    std::string name = next_name();
    if (kind == kGenerateFor) {
        const GhwType& type = types_.type(bytes_.unsigned_number());
        const std::int64_t value =
            type.form == GhwType::Form::byte ? bytes_.byte() : bytes_.signed_number();
        const bool named = type.kind == GhwType::Kind::enumeration &&
                           static_cast<std::uint64_t>(value) < type.literals.size();
        name += named ? fmt::format("({})", type.literals[static_cast<std::size_t>(value)])
                      : fmt::format("({})", value);
    }
    return builder_.open_scope(name);
}

bool GhwHierarchy::take_signal() {
    const std::string name = next_name();
    const GhwType& type = types_.type(bytes_.unsigned_number());
    std::vector<std::uint32_t> numbers;
    for (std::uint64_t i = 0; i < type.scalars; ++i) {
        const std::uint64_t number = bytes_.unsigned_number();
        if (!bytes_.good() || number == 0 || number > kMostScalars) {
            trouble_ = "a signal has a number that makes no sense";
            return false;
        }
        numbers.push_back(static_cast<std::uint32_t>(number));
        if (number >= scalars_.size()) scalars_.resize(number + 1);
    }
    return add(name, type, numbers.data(), 0);
}

bool GhwHierarchy::add(const std::string& name, const GhwType& type, const std::uint32_t* numbers,
                       int depth) {
    if (!builder_.add_var(name, signal_of(type, numbers),
                          static_cast<std::uint32_t>(std::max<std::uint64_t>(1, type.width)),
                          table_of(type)))
        return false;
    if (depth >= kDeepestField) return true;
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
        const GhwType& field = types_.field(type, i);
        if (!add(name + "." + type.fields[i].first, field, numbers, depth + 1)) return false;
        numbers += field.scalars;
    }
    return add_elements(name, type, numbers, depth);
}

// From the least significant bits up, as for fields.
bool GhwHierarchy::add_elements(const std::string& name, const GhwType& type,
                                const std::uint32_t* numbers, int depth) {
    if (type.kind != GhwType::Kind::array || type.dimensions != 1 || !type.named ||
        type.count > kMostElements || type.scalars == 0)
        return true;
    const GhwType& element = types_.element(type);
    for (std::uint64_t i = type.count; i-- > 0;) {
        if (!add(name + "." + types_.index_text(type, i), element, numbers + i * element.scalars,
                 depth + 1))
            return false;
    }
    return true;
}

// Variables that share one signal in GHDL, such as a port and the signal connected to it, share one
// here.
std::uint32_t GhwHierarchy::signal_of(const GhwType& type, const std::uint32_t* numbers) {
    std::vector<std::uint32_t> key(numbers, numbers + type.scalars);
    key.push_back(static_cast<std::uint32_t>(type.width));  // subtypes may differ in it
    const bool readable = type.width > 0 && type.width <= kWidestSignal;
    const auto [entry, is_new] = signals_.emplace(std::move(key), kNoSignal);
    if (is_new && readable)
        entry->second = builder_.new_signal(static_cast<std::uint32_t>(type.width));
    const std::uint32_t* next = numbers;
    if (is_new)
        fill(entry->second, static_cast<std::uint32_t>(readable ? type.width : 0), type, next);
    return entry->second;
}

// `above` is the first bit above this part.
void GhwHierarchy::fill(std::uint32_t signal, std::uint32_t above, const GhwType& type,
                        const std::uint32_t*& numbers) {
    if (type.kind == GhwType::Kind::array) {
        const GhwType& element = types_.element(type);
        for (std::uint64_t i = 0; i < type.count && type.scalars > 0; ++i) {
            fill(signal, above, element, numbers);
            above -= static_cast<std::uint32_t>(element.width);
        }
        return;
    }
    if (type.kind == GhwType::Kind::record) {
        std::uint32_t lowest = above - static_cast<std::uint32_t>(type.width);
        for (std::size_t i = 0; i < type.fields.size(); ++i) {
            const GhwType& field = types_.field(type, i);
            lowest += static_cast<std::uint32_t>(field.width);
            fill(signal, lowest, field, numbers);
        }
        return;
    }
    GhwReader::Scalar& scalar = scalars_[*numbers++];
    scalar.form = type.form;
    scalar.is_logic = type.kind == GhwType::Kind::logic;
    const auto width = static_cast<std::uint32_t>(type.width);
    if (signal != kNoSignal && width > 0) scalar.fills.push_back({signal, above - width, width});
}

std::int32_t GhwHierarchy::table_of(const GhwType& type) {
    if (type.kind != GhwType::Kind::enumeration) return kNoTable;
    const auto [entry, is_new] =
        tables_.emplace(type.literals, static_cast<std::int32_t>(header_.tables.size()));
    if (is_new) {
        WaveTable table;
        for (std::size_t i = 0; i < type.literals.size(); ++i)
            table.names.emplace_back(binary(i, type.width), type.literals[i]);
        header_.tables.push_back(std::move(table));
    }
    return entry->second;
}

}  // namespace tapestry
