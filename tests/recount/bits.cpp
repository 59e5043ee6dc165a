// SPDX-License-Identifier: Apache-2.0
#include "bits.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace recount {

namespace {

std::size_t words_for(int width) { return static_cast<std::size_t>((width + 63) / 64); }

}  // namespace

Bits::Bits(int width) : width_(width) {
    if (width < 1) throw std::runtime_error("a vector of no bits");
    ones_.assign(words_for(width), 0);
    unknown_.assign(words_for(width), 0);
}

Bits Bits::all_unknown(int width) {
    Bits result(width);
    for (int i = 0; i < width; ++i) result.set(i, false, true);
    return result;
}

Bits Bits::of(std::uint64_t number, int width) {
    Bits result(width);
    result.ones_[0] = width < 64 ? number & ((std::uint64_t{1} << width) - 1) : number;
    return result;
}

Bits Bits::from_vcd(std::string_view digits, int width) {
    Bits result(width);
    const int given = static_cast<int>(digits.size());
    for (int i = 0; i < width; ++i) {
        char digit = '0';
        if (i < given) {
            digit = digits[static_cast<std::size_t>(given - 1 - i)];
        } else if (given > 0 && digits[0] != '0' && digits[0] != '1') {
            digit = 'x';
        }
        if (digit != '0') result.set(i, digit == '1', digit != '1');
    }
    return result;
}

Bits Bits::from_decimal(std::string_view digits) {
    std::vector<std::uint64_t> words{0};
    for (const char digit : digits) {
        if (digit < '0' || digit > '9') {
            throw std::runtime_error("not a decimal number: " + std::string(digits));
        }
        unsigned __int128 carry = static_cast<unsigned>(digit - '0');
        for (auto& word : words) {
            carry += static_cast<unsigned __int128>(word) * 10;
            word = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
        if (carry != 0) words.push_back(static_cast<std::uint64_t>(carry));
    }
    const int top = 64 - std::countl_zero(words.back());
    Bits result(std::max(1, 64 * static_cast<int>(words.size() - 1) + top));
    std::copy_n(words.begin(), result.ones_.size(), result.ones_.begin());
    return result;
}

bool Bits::bit_is_one(int index) const { return (ones_[index / 64] >> (index % 64)) & 1; }

bool Bits::bit_is_unknown(int index) const { return (unknown_[index / 64] >> (index % 64)) & 1; }

void Bits::set(int index, bool one, bool unknown) {
    const std::uint64_t mask = std::uint64_t{1} << (index % 64);
    auto& ones = ones_[index / 64];
    auto& unknowns = unknown_[index / 64];
    ones = one && !unknown ? ones | mask : ones & ~mask;
    unknowns = unknown ? unknowns | mask : unknowns & ~mask;
}

bool Bits::has_unknown() const {
    return std::any_of(unknown_.begin(), unknown_.end(), [](auto word) { return word != 0; });
}

bool Bits::any_one() const {
    return std::any_of(ones_.begin(), ones_.end(), [](auto word) { return word != 0; });
}

int Bits::count_ones() const {
    int count = 0;
    for (const auto word : ones_) count += std::popcount(word);
    return count;
}

Bits Bits::resized(int width) const {
    if (width == width_) return *this;
    Bits result(width);
    for (int i = 0; i < std::min(width, width_); ++i) {
        result.set(i, bit_is_one(i), bit_is_unknown(i));
    }
    return result;
}

Bits Bits::slice(std::int64_t low, int width) const {
    Bits result(width);
    for (int i = 0; i < width; ++i) {
        const std::int64_t from = low + i;
        if (from < 0 || from >= width_) {
            result.set(i, false, true);
        } else {
            const int index = static_cast<int>(from);
            result.set(i, bit_is_one(index), bit_is_unknown(index));
        }
    }
    return result;
}

bool same_number(const Bits& a, const Bits& b) {
    if (a.has_unknown() || b.has_unknown()) return false;
    const int width = std::max(a.width(), b.width());
    return a.resized(width) == b.resized(width);
}

}  // namespace recount
