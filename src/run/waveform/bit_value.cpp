// SPDX-License-Identifier: Apache-2.0
#include "run/waveform/bit_value.h"

#include <algorithm>

namespace tapestry {

namespace {

std::uint64_t low_bits(std::uint32_t count) {
    return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

}  // namespace

bool BitValue::parse(std::string_view digits, std::uint32_t width) {
    const std::uint32_t words = words_of_width(width);
    ones_.resize(words);
    unknown_.resize(words);
    if (digits.empty()) return false;
    const bool extend_unknown = is_unknown_bit(digits.front());
    if (digits.size() > width) {
        // The truncated part must be digits too.
        for (char c : digits.substr(0, digits.size() - width)) {
            if (c != '0' && c != '1' && !is_unknown_bit(c)) return false;
        }
        digits.remove_prefix(digits.size() - width);
    }
    std::size_t end = digits.size();
    for (std::uint32_t w = 0; w < words; ++w) {
        const std::uint32_t bits = std::min<std::uint32_t>(64, width - 64 * w);
        const std::size_t count = std::min<std::size_t>(bits, end);
        std::uint64_t one = 0;
        std::uint64_t unknown = 0;
        for (std::size_t i = end - count; i < end; ++i) {
            const auto digit = static_cast<unsigned char>(digits[i] - '0');
            one = one << 1 | (digit & 1);
            unknown <<= 1;
            if (digit > 1) {
                if (!is_unknown_bit(digits[i])) return false;
                one &= ~std::uint64_t{1};
                unknown |= 1;
            }
        }
        if (extend_unknown && count < bits)
            unknown |= low_bits(bits) & ~low_bits(static_cast<std::uint32_t>(count));
        ones_[w] = one;
        unknown_[w] = unknown;
        end -= count;
    }
    return true;
}

}  // namespace tapestry
