// SPDX-License-Identifier: Apache-2.0
// A vector of any width whose bits are 0, 1 or X. Z is kept as X: no rule of docs/counting.md
// tells them apart.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace recount {

// Bit i is X when bit i of `unknown` is set (and then its bit in `ones` is 0), else it is bit i of
// `ones`. Bits at and above `width` are 0 in both.
class Bits {
public:
    explicit Bits(int width = 1);

    static Bits all_unknown(int width);
    static Bits of(std::uint64_t number, int width);
    static Bits one_bit(bool value) { return of(value ? 1 : 0, 1); }
    // A VCD value: most significant digit first. Shorter ones are extended with 0, or with X when
    // the first digit is x or z.
    static Bits from_vcd(std::string_view digits, int width);
    // An unsigned decimal number of any length; the width is what it needs, at least 1.
    static Bits from_decimal(std::string_view digits);

    int width() const { return width_; }
    bool bit_is_one(int index) const;
    bool bit_is_unknown(int index) const;
    void set(int index, bool one, bool unknown);

    bool has_unknown() const;
    bool any_one() const;
    int count_ones() const;
    std::uint64_t low_word() const { return ones_[0]; }
    // The same number in another width: cut off, or extended with 0.
    Bits resized(int width) const;
    // Bits low .. low+width-1; those outside are X.
    Bits slice(std::int64_t low, int width) const;

    // Same width and every bit the same, X included.
    bool operator==(const Bits& other) const = default;

private:
    int width_;
    std::vector<std::uint64_t> ones_;
    std::vector<std::uint64_t> unknown_;
};

// Equal as numbers, whatever the widths; false when any bit is X.
bool same_number(const Bits& a, const Bits& b);

}  // namespace recount
