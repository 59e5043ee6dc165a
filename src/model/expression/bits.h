// SPDX-License-Identifier: Apache-2.0
// Values of Verilog: vectors of bits that are 0, 1 or X. What Verilog calls Z counts as X.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tapestry {

// A value of any width. A bit that is X is 1 in `unknown` and 0 in `ones`; bits at or above the
// width are 0 in both.
struct Bits {
    std::uint32_t width = 1;
    std::vector<std::uint64_t> ones = {0};
    std::vector<std::uint64_t> unknown = {0};

    static Bits zeros(std::uint32_t width);
    static Bits all_ones(std::uint32_t width);
    static Bits all_unknown(std::uint32_t width);
    static Bits of(std::uint64_t number, std::uint32_t width);
    bool has_unknown() const;
    bool any_one() const;
    std::uint64_t count_ones() const;
    // The number, if all bits are known and bits above 63 are 0.
    std::optional<std::uint64_t> number() const;
    // Truncated or zero-extended.
    Bits resized(std::uint32_t to) const;
    // Truncated or sign-extended.
    Bits sign_extended(std::uint32_t to) const;
    void set_bit(std::uint32_t at, bool one, bool is_unknown);
    // Clears the bits at or above the width.
    void trim();

    friend bool operator==(const Bits&, const Bits&) = default;
};

// The same for at most 64 bits; nearly all values fit.
struct NarrowBits {
    std::uint64_t ones = 0;
    std::uint64_t unknown = 0;
};

constexpr std::size_t words_of_bits(std::uint32_t width) { return (width + 63) / 64; }
constexpr std::uint64_t mask_of_bits(std::uint32_t width) {
    return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

// An unsigned decimal number of any length, with as many bits as it needs.
std::optional<Bits> bits_of_decimal(std::string_view digits);

}  // namespace tapestry
