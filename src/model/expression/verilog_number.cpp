// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "model/expression/verilog_expression.h"

namespace tapestry {

namespace {

constexpr std::uint32_t kBitsOfPlainNumber = 32;
constexpr std::size_t kMostDecimalDigits = 1000;

struct NumberParts {
    std::uint32_t bits = kBitsOfPlainNumber;
    bool has_size = false;
    char base = 'd';
    bool is_signed = true;
    std::string digits;
};

bool is_unknown_digit(char c) { return c == 'x' || c == 'z' || c == '?'; }

unsigned digit_of(char c) {
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    return c >= 'a' && c <= 'f' ? static_cast<unsigned>(c - 'a' + 10) : 99;
}

// 0 if the base is invalid or decimal.
unsigned bits_of_digit(char base) {
    return base == 'h' ? 4 : base == 'o' ? 3 : base == 'b' ? 1 : 0;
}

bool read_number_size(const std::string& text, std::uint32_t& bits) {
    if (text.empty()) return true;
    bits = 0;
    for (const char c : text) {
        if (c == '_') continue;
        if (c < '0' || c > '9' || bits > kWidestValue) return false;
        bits = bits * 10 + static_cast<std::uint32_t>(c - '0');
    }
    return bits > 0 && bits <= kWidestValue;
}

std::optional<NumberParts> number_parts(const std::string& text) {
    NumberParts parts;
    const std::size_t quote = text.find('\'');
    if (quote == std::string::npos) {
        parts.digits = text;
        return parts;
    }
    std::size_t at = quote + 1;
    parts.is_signed = at < text.size() && text[at] == 's';
    if (parts.is_signed) ++at;
    parts.base = at < text.size() ? text[at] : ' ';
    parts.has_size = quote > 0;
    const bool known = parts.base == 'd' || bits_of_digit(parts.base) != 0;
    if (!known || !read_number_size(text.substr(0, quote), parts.bits)) return std::nullopt;
    parts.digits = text.substr(at + 1);
    return parts;
}

bool has_good_digits(const NumberParts& parts) {
    const std::string& digits = parts.digits;
    if (digits.empty() || digits[0] == '_') return false;
    const bool all_known = std::none_of(digits.begin(), digits.end(), is_unknown_digit);
    if (parts.base == 'd' && !all_known) return digits.size() == 1;
    const unsigned base = parts.base == 'd' ? 10 : 1u << bits_of_digit(parts.base);
    return std::all_of(digits.begin(), digits.end(), [&](char c) {
        return c == '_' || is_unknown_digit(c) || digit_of(c) < base;
    });
}

// A value with exactly the bits of its digits.
Bits bits_of_digits(const std::string& digits, unsigned each) {
    Bits value = Bits::zeros(static_cast<std::uint32_t>(digits.size()) * each);
    for (std::size_t i = 0; i < digits.size(); ++i) {
        const char c = digits[digits.size() - 1 - i];
        const bool unknown = is_unknown_digit(c);
        for (unsigned b = 0; b < each; ++b)
            value.set_bit(static_cast<std::uint32_t>(i) * each + b,
                          !unknown && (digit_of(c) >> b & 1) != 0, unknown);
    }
    return value;
}

// An X in the leading digit extends to all higher bits.
Bits extended_number(const Bits& value, std::uint32_t bits) {
    const std::uint32_t top = value.width - 1;
    const bool x = (value.unknown[top / 64] >> top % 64 & 1) != 0;
    return x ? value.sign_extended(bits) : value.resized(bits);
}

VerilogNumber filling(char digit) {
    VerilogNumber number;
    number.fills = true;
    number.value = digit == '0'   ? Bits::zeros(1)
                   : digit == '1' ? Bits::all_ones(1)
                                  : Bits::all_unknown(1);
    return number;
}

VerilogNumber number_of(const NumberParts& parts, const std::string& digits) {
    VerilogNumber number;
    number.is_signed = parts.is_signed;
    number.said_bits = parts.bits;
    if (parts.base == 'd' && is_unknown_digit(digits[0])) {
        number.value = Bits::all_unknown(parts.bits);
        return number;
    }
    const Bits value = parts.base == 'd' ? *bits_of_decimal(digits)
                                         : bits_of_digits(digits, bits_of_digit(parts.base));
    number.is_too_long =
        value.width > parts.bits && value.resized(parts.bits).resized(value.width) != value;
    const bool grows = number.is_too_long && !parts.has_size;
    number.value = extended_number(value, grows ? value.width : parts.bits);
    return number;
}

}  // namespace

std::optional<VerilogNumber> read_verilog_number(std::string_view text, std::string& why) {
    std::string small;
    for (const char c : text)
        if (!std::isspace(static_cast<unsigned char>(c)))
            small += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (small == "'0" || small == "'1" || small == "'x" || small == "'z") return filling(small[1]);
    const auto parts = number_parts(small);
    if (!parts || !has_good_digits(*parts)) {
        why = fmt::format("'{}' is no number of Verilog", text);
        return std::nullopt;
    }
    std::string digits = parts->digits;
    std::erase(digits, '_');
    if (digits.size() > (parts->base == 'd' ? kMostDecimalDigits : kWidestValue / 4)) {
        why = "a number has too many digits";
        return std::nullopt;
    }
    return number_of(*parts, digits);
}

}  // namespace tapestry
