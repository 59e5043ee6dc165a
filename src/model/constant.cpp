// SPDX-License-Identifier: Apache-2.0
#include "model/constant.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>

namespace tapestry {

namespace {

int digit_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::string without_leading_zeros(const std::string& hex) {
    const auto first = hex.find_first_not_of('0');
    return first == std::string::npos ? "0" : hex.substr(first);
}

bool bit_at(const std::string& hex, std::uint32_t bit) {
    const std::size_t digit = bit / 4;
    if (digit >= hex.size()) return false;
    return (digit_value(hex[hex.size() - 1 - digit]) >> (bit % 4) & 1) != 0;
}

std::string hex_of_bits(const std::string& bits) {
    std::string hex;
    for (std::size_t end = bits.size(); end > 0; end -= std::min<std::size_t>(end, 4)) {
        int digit = 0;
        for (std::size_t i = end - std::min<std::size_t>(end, 4); i < end; ++i) {
            digit = digit * 2 + (bits[i] == '1');
        }
        hex.insert(hex.begin(), "0123456789abcdef"[digit]);
    }
    return without_leading_zeros(hex);
}

}  // namespace

Constant::Constant(std::uint32_t width, std::uint64_t value)
    : width_(width), hex_(fmt::format("{:x}", value)) {}

std::optional<Constant> Constant::parse(std::string_view text) {
    Constant c;
    const char* end = text.data() + text.size();
    auto [at, ec] = std::from_chars(text.data(), end, c.width_);
    if (ec != std::errc() || at == end || *at != '\'') return std::nullopt;
    ++at;
    if (at != end && *at == 's') ++at;
    if (at == end || (*at != 'h' && *at != 'b')) return std::nullopt;
    const bool binary = *at++ == 'b';
    std::string digits(at, end);
    std::string unknown(digits.size(), '0');
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (digit_value(digits[i]) >= 0) continue;
        if (std::string_view("xzXZ?").find(digits[i]) == std::string_view::npos)
            return std::nullopt;
        digits[i] = '0';
        unknown[i] = binary ? '1' : 'f';
    }
    c.hex_ = binary ? hex_of_bits(digits) : without_leading_zeros(digits);
    c.unknown_hex_ = binary ? hex_of_bits(unknown) : without_leading_zeros(unknown);
    return c;
}

bool Constant::is_unknown(std::uint32_t bit) const { return bit_at(unknown_hex_, bit); }

bool Constant::is_one(std::uint32_t bit) const { return bit_at(hex_, bit); }

bool Constant::is_one_hot() const {
    int ones = 0;
    for (char d : hex_) ones += std::popcount(static_cast<unsigned>(digit_value(d)));
    return ones == 1 && !has_unknown();
}

Constant Constant::slice(std::uint32_t lsb, std::uint32_t width) const {
    std::string bits;
    std::string unknown;
    for (std::uint32_t i = width; i-- > 0;) {
        bits += is_one(lsb + i) ? '1' : '0';
        unknown += is_unknown(lsb + i) ? '1' : '0';
    }
    Constant c;
    c.width_ = width;
    c.hex_ = hex_of_bits(bits);
    c.unknown_hex_ = hex_of_bits(unknown);
    return c;
}

Constant Constant::one_hot(std::uint32_t width, std::uint32_t bit) {
    Constant c;
    c.width_ = width;
    c.hex_ = std::string(1, "1248"[bit % 4]) + std::string(bit / 4, '0');
    return c;
}

std::string Constant::decimal() const {
    std::string decimal = "0";  // least significant digit first
    for (char h : hex_) {
        int carry = digit_value(h);
        for (char& d : decimal) {
            const int value = (d - '0') * 16 + carry;
            d = static_cast<char>('0' + value % 10);
            carry = value / 10;
        }
        for (; carry > 0; carry /= 10) decimal += static_cast<char>('0' + carry % 10);
    }
    std::reverse(decimal.begin(), decimal.end());
    return decimal;
}

std::optional<std::uint64_t> Constant::to_u64() const {
    if (has_unknown() || hex_.size() > 16) return std::nullopt;
    std::uint64_t value = 0;
    for (char d : hex_) value = value << 4 | static_cast<std::uint64_t>(digit_value(d));
    return value;
}

}  // namespace tapestry
