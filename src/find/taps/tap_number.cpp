// SPDX-License-Identifier: Apache-2.0
#include "find/taps/tap_number.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace tapestry {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::uint32_t kMostBits = 1 << 16;  // what every tool takes
constexpr std::uint32_t kBitsOfPlain = 32;

struct Parts {
    std::uint32_t bits = kBitsOfPlain;
    unsigned base = 10;
    std::string digits;
};

bool is_unknown_digit(char c) { return c == 'x' || c == 'z' || c == '?'; }

std::optional<unsigned> digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return std::nullopt;
}

std::optional<unsigned> base_of(char c) {
    switch (c) {
        case 'b':
            return 2;
        case 'o':
            return 8;
        case 'd':
            return 10;
        case 'h':
            return 16;
        default:
            return std::nullopt;
    }
}

std::string lowered(std::string_view text) {
    std::string out;
    for (const char c : text) out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

bool read_size(const std::string& text, std::uint32_t& bits) {
    if (text.empty()) return true;
    bits = 0;
    for (const char c : text) {
        if (c == '_') continue;
        if (c < '0' || c > '9' || bits > kMostBits) return false;
        bits = bits * 10 + static_cast<std::uint32_t>(c - '0');
    }
    return bits > 0 && bits <= kMostBits;
}

std::optional<Parts> parts_of(const std::string& text) {
    Parts parts;
    const std::size_t quote = text.find('\'');
    if (quote == std::string::npos) {
        parts.digits = text;
        return parts;
    }
    std::size_t at = quote + 1;
    if (at < text.size() && text[at] == 's') ++at;
    const auto base = at < text.size() ? base_of(text[at]) : std::nullopt;
    if (!base || !read_size(text.substr(0, quote), parts.bits)) return std::nullopt;
    parts.base = *base;
    parts.digits = text.substr(at + 1);
    return parts;
}

bool has_good_digits(const Parts& parts) {
    const std::string& digits = parts.digits;
    if (digits.empty() || digits[0] == '_') return false;
    const bool all_known = std::none_of(digits.begin(), digits.end(), is_unknown_digit);
    if (parts.base == 10 && !all_known) return digits.size() == 1;
    return std::all_of(digits.begin(), digits.end(), [&](char c) {
        const auto digit = digit_of(c);
        return c == '_' || is_unknown_digit(c) || (digit && *digit < parts.base);
    });
}

unsigned bits_of_digit(unsigned base) { return base == 2 ? 1 : base == 8 ? 3 : 4; }

// Whether it has no more bits than it says. A decimal one of more than 128 is not counted.
bool fits(const Parts& parts, const std::string& digits) {
    const std::size_t first = digits.find_first_not_of('0');
    if (first == std::string::npos) return true;
    const std::size_t count = digits.size() - first;
    if (parts.base == 10) {
        if (count > 38) return false;
        Wide value = 0;
        for (const char c : digits) value = value * 10 + digit_of(c).value_or(0);
        return parts.bits >= 128 || value >> parts.bits == 0;
    }
    const auto leading = digit_of(digits[first]);
    unsigned bits = 1;
    while (leading && *leading >> bits != 0) ++bits;
    return (count - 1) * bits_of_digit(parts.base) + bits <= parts.bits;
}

std::optional<std::int64_t> value_of(unsigned base, const std::string& digits) {
    std::int64_t value = 0;
    for (const char c : digits) {
        if (value > INT64_MAX / 16 - 16) return INT64_MAX / 16;  // beyond any range
        value = value * base + static_cast<std::int64_t>(digit_of(c).value_or(0));
    }
    return value;
}

}  // namespace

std::optional<TapNumber> read_tap_number(std::string_view text, std::string& why) {
    const std::string small = lowered(text);
    if (small == "'0" || small == "'1") return TapNumber{false, std::nullopt};
    if (small == "'x" || small == "'z") return TapNumber{true, std::nullopt};
    auto parts = parts_of(small);
    if (!parts || !has_good_digits(*parts)) {
        why = fmt::format("'{}' is no number of Verilog", text);
        return std::nullopt;
    }
    std::string digits = parts->digits;
    std::erase(digits, '_');
    if (!fits(*parts, digits)) {
        why = fmt::format("'{}' has more than {} bits", text, parts->bits);
        return std::nullopt;
    }
    const bool unknown = std::any_of(digits.begin(), digits.end(), is_unknown_digit);
    return TapNumber{unknown, unknown ? std::nullopt : value_of(parts->base, digits)};
}

}  // namespace tapestry
