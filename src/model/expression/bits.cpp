// SPDX-License-Identifier: Apache-2.0
#include "model/expression/bits.h"

#include <algorithm>
#include <bit>

namespace tapestry {

namespace {

using Words = std::vector<std::uint64_t>;

bool any_set(const Words& words) {
    return std::any_of(words.begin(), words.end(), [](std::uint64_t w) { return w != 0; });
}

}  // namespace

Bits Bits::zeros(std::uint32_t width) {
    return {width, Words(words_of_bits(width), 0), Words(words_of_bits(width), 0)};
}

Bits Bits::all_ones(std::uint32_t width) {
    Bits out{width, Words(words_of_bits(width), ~std::uint64_t{0}), Words(words_of_bits(width), 0)};
    out.trim();
    return out;
}

Bits Bits::all_unknown(std::uint32_t width) {
    Bits out = all_ones(width);
    std::swap(out.ones, out.unknown);
    return out;
}

Bits Bits::of(std::uint64_t number, std::uint32_t width) {
    Bits out = zeros(width);
    out.ones[0] = number;
    out.trim();
    return out;
}

bool Bits::has_unknown() const { return any_set(unknown); }

bool Bits::any_one() const { return any_set(ones); }

std::uint64_t Bits::count_ones() const {
    std::uint64_t count = 0;
    for (std::uint64_t w : ones) count += static_cast<std::uint64_t>(std::popcount(w));
    return count;
}

std::optional<std::uint64_t> Bits::number() const {
    if (has_unknown() || std::any_of(ones.begin() + 1, ones.end(), [](auto w) { return w != 0; }))
        return std::nullopt;
    return ones[0];
}

Bits Bits::resized(std::uint32_t to) const {
    Bits out = *this;
    out.width = to;
    out.ones.resize(words_of_bits(to));
    out.unknown.resize(words_of_bits(to));
    out.trim();
    return out;
}

Bits Bits::sign_extended(std::uint32_t to) const {
    Bits out = resized(to);
    const std::uint32_t top = width - 1;
    const bool one = (ones[top / 64] >> top % 64 & 1) != 0;
    const bool x = (unknown[top / 64] >> top % 64 & 1) != 0;
    if (!one && !x) return out;
    for (std::uint32_t at = width; at < to; ++at) out.set_bit(at, one, x);
    return out;
}

void Bits::set_bit(std::uint32_t at, bool one, bool is_unknown) {
    const std::uint64_t bit = std::uint64_t{1} << at % 64;
    ones[at / 64] = one ? ones[at / 64] | bit : ones[at / 64] & ~bit;
    unknown[at / 64] = is_unknown ? unknown[at / 64] | bit : unknown[at / 64] & ~bit;
}

void Bits::trim() {
    const std::uint64_t mask = mask_of_bits(width % 64 == 0 ? 64 : width % 64);
    ones.back() &= mask;
    unknown.back() &= mask;
}

std::optional<Bits> bits_of_decimal(std::string_view digits) {
    if (digits.empty()) return std::nullopt;
    Bits value = Bits::zeros(64);
    for (char c : digits) {
        if (c < '0' || c > '9') return std::nullopt;
        auto carry = static_cast<unsigned __int128>(c - '0');
        for (std::uint64_t& word : value.ones) {
            carry += static_cast<unsigned __int128>(word) * 10;
            word = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
        if (carry == 0) continue;
        value.ones.push_back(static_cast<std::uint64_t>(carry));
        value.unknown.push_back(0);
    }
    const auto top = static_cast<std::uint32_t>(std::bit_width(value.ones.back()));
    const auto below = static_cast<std::uint32_t>(value.ones.size() - 1) * 64;
    value.width = static_cast<std::uint32_t>(value.ones.size()) * 64;
    return value.resized(std::max<std::uint32_t>(1, below + top));
}

}  // namespace tapestry
