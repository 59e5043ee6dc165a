// SPDX-License-Identifier: Apache-2.0
#include "run/import/wide_bits.h"

#include <algorithm>
#include <bit>

#include "base/check.h"

namespace tapestry {

namespace {

std::size_t words_of(std::uint32_t width) { return (width + 63) / 64; }

std::uint64_t top_mask(std::uint32_t width) {
    return width % 64 == 0 ? ~std::uint64_t{0} : (std::uint64_t{1} << width % 64) - 1;
}

void trim(Bits& value) {
    value.ones.back() &= top_mask(value.width);
    value.unknown.back() &= top_mask(value.width);
}

using Words = std::vector<std::uint64_t>;

// Words of `from` from bit `lsb` on, as many as `to` has.
void copy_down(const std::uint64_t* from, std::size_t count, std::uint64_t lsb, Words& to) {
    const std::size_t first = static_cast<std::size_t>(lsb / 64);
    const auto shift = static_cast<unsigned>(lsb % 64);
    for (std::size_t i = 0; i < to.size(); ++i) {
        const std::size_t at = first + i;
        std::uint64_t word = at < count ? from[at] >> shift : 0;
        if (shift > 0 && at + 1 < count) word |= from[at + 1] << (64 - shift);
        to[i] = word;
    }
}

// Adds the bits of `from` to `to`, `by` bits up; what goes over the top is lost.
void merge_up(const Words& from, std::uint64_t by, Words& to) {
    const std::uint64_t first = by / 64;
    const auto shift = static_cast<unsigned>(by % 64);
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (first + i < to.size()) to[first + i] |= from[i] << shift;
        if (shift > 0 && first + i + 1 < to.size()) to[first + i + 1] |= from[i] >> (64 - shift);
    }
}

Bits known(bool value) { return Bits::of(value ? 1 : 0, 1); }
Bits unknown_bit() { return Bits::all_unknown(1); }

Bits truth(const Bits& v) {
    if (v.any_one()) return known(true);
    return v.has_unknown() ? unknown_bit() : known(false);
}

template <class F>
Bits bit_by_bit(const Bits& a, const Bits& b, F f) {
    Bits out = Bits::zeros(std::max(a.width, b.width));
    const Bits x = wide_resized(a, out.width);
    const Bits y = wide_resized(b, out.width);
    for (std::size_t i = 0; i < out.ones.size(); ++i)
        f(x.ones[i], x.unknown[i], y.ones[i], y.unknown[i], out.ones[i], out.unknown[i]);
    trim(out);
    return out;
}

using Word = std::uint64_t;

Bits bitwise_and(const Bits& a, const Bits& b) {
    return bit_by_bit(a, b, [](Word a1, Word ax, Word b1, Word bx, Word& one, Word& unknown) {
        const Word zeros = (~a1 & ~ax) | (~b1 & ~bx);
        one = a1 & b1;
        unknown = (ax | bx) & ~zeros;
    });
}

Bits bitwise_or(const Bits& a, const Bits& b) {
    return bit_by_bit(a, b, [](Word a1, Word ax, Word b1, Word bx, Word& one, Word& unknown) {
        one = a1 | b1;
        unknown = (ax | bx) & ~one;
    });
}

Bits bitwise_xor(const Bits& a, const Bits& b) {
    return bit_by_bit(a, b, [](Word a1, Word ax, Word b1, Word bx, Word& one, Word& unknown) {
        unknown = ax | bx;
        one = (a1 ^ b1) & ~unknown;
    });
}

Bits bitwise_not(const Bits& a, std::uint32_t width) {
    Bits out = wide_resized(a, width);
    for (std::size_t i = 0; i < out.ones.size(); ++i) out.ones[i] = ~out.ones[i] & ~out.unknown[i];
    trim(out);
    return out;
}

Bits equal(const Bits& a, const Bits& b) {
    const Bits differ = bitwise_xor(a, b);
    if (differ.any_one()) return known(false);
    return differ.has_unknown() ? unknown_bit() : known(true);
}

Bits reduce_and(const Bits& a) {
    const Bits zeros = bitwise_not(a, a.width);
    if (zeros.any_one()) return known(false);
    return a.has_unknown() ? unknown_bit() : known(true);
}

Bits less(const Bits& a, const Bits& b) {
    if (a.has_unknown() || b.has_unknown()) return unknown_bit();
    const std::uint32_t width = std::max(a.width, b.width);
    const Bits x = wide_resized(a, width);
    const Bits y = wide_resized(b, width);
    return known(std::lexicographical_compare(x.ones.rbegin(), x.ones.rend(), y.ones.rbegin(),
                                              y.ones.rend()));
}

// a + b, or a - b as a + ~b + 1.
Bits sum(const Bits& a, const Bits& b, bool subtract, std::uint32_t width) {
    if (a.has_unknown() || b.has_unknown()) return Bits::all_unknown(width);
    Bits out = wide_resized(a, width);
    const Bits other = wide_resized(b, width);
    std::uint64_t carry = subtract ? 1 : 0;
    for (std::size_t i = 0; i < out.ones.size(); ++i) {
        const std::uint64_t y = subtract ? ~other.ones[i] : other.ones[i];
        const std::uint64_t partial = out.ones[i] + y;
        const std::uint64_t total = partial + carry;
        carry = (partial < y) | (total < carry);
        out.ones[i] = total;
    }
    trim(out);
    return out;
}

Bits part(const Bits& a, std::uint64_t lsb, std::uint32_t width) {
    Bits out = Bits::zeros(width);
    copy_down(a.ones.data(), a.ones.size(), lsb, out.ones);
    copy_down(a.unknown.data(), a.unknown.size(), lsb, out.unknown);
    trim(out);
    return out;
}

Bits shifted_up(const Bits& a, std::uint64_t by, std::uint32_t width) {
    Bits out = Bits::zeros(width);
    merge_up(a.ones, by, out.ones);
    merge_up(a.unknown, by, out.unknown);
    trim(out);
    return out;
}

Bits shift(const Step& step, const Bits& a, const Bits& b) {
    if (b.has_unknown()) return Bits::all_unknown(step.width);
    const bool too_far = b.ones[0] >= step.width || std::any_of(b.ones.begin() + 1, b.ones.end(),
                                                                [](Word w) { return w != 0; });
    if (too_far) return Bits::zeros(step.width);
    return step.operation == Operation::shift_left ? shifted_up(a, b.ones[0], step.width)
                                                   : part(a, b.ones[0], step.width);
}

Bits bit_at(const Bits& a, const Bits& index) {
    const bool outside =
        index.has_unknown() || index.ones[0] >= a.width ||
        std::any_of(index.ones.begin() + 1, index.ones.end(), [](Word w) { return w != 0; });
    return outside ? unknown_bit() : part(a, index.ones[0], 1);
}

Bits choose(const Bits& condition, const Bits& b, const Bits& c, std::uint32_t width) {
    const Bits decided = truth(condition);
    if (!decided.has_unknown()) return wide_resized(decided.any_one() ? b : c, width);
    return bit_by_bit(wide_resized(b, width), c,
                      [](Word b1, Word bx, Word c1, Word cx, Word& one, Word& unknown) {
                          unknown = bx | cx | (b1 ^ c1);
                          one = b1 & c1 & ~unknown;
                      });
}

Bits concatenate(const Bits& high, const Bits& low) {
    Bits out = shifted_up(high, low.width, high.width + low.width);
    merge_up(low.ones, 0, out.ones);
    merge_up(low.unknown, 0, out.unknown);
    return out;
}

}  // namespace

Bits Bits::zeros(std::uint32_t width) {
    return {width, Words(words_of(width), 0), Words(words_of(width), 0)};
}

Bits Bits::all_unknown(std::uint32_t width) {
    Bits out{width, Words(words_of(width), 0), Words(words_of(width), ~std::uint64_t{0})};
    trim(out);
    return out;
}

Bits Bits::of(std::uint64_t number, std::uint32_t width) {
    Bits out = zeros(width);
    out.ones[0] = number;
    trim(out);
    return out;
}

bool Bits::has_unknown() const {
    return std::any_of(unknown.begin(), unknown.end(), [](Word w) { return w != 0; });
}

bool Bits::any_one() const {
    return std::any_of(ones.begin(), ones.end(), [](Word w) { return w != 0; });
}

std::uint64_t Bits::count_ones() const {
    std::uint64_t count = 0;
    for (Word w : ones) count += static_cast<std::uint64_t>(std::popcount(w));
    return count;
}

bool is_possible_when_wide(Operation operation) {
    return operation != Operation::multiply && operation != Operation::divide &&
           operation != Operation::modulo;
}

void wide_load(const Step& step, const SignalValues& values, Bits& to) {
    const std::size_t words = words_of(values.width(step.index));
    to.width = step.width;
    to.ones.resize(words_of(step.width));
    to.unknown.resize(words_of(step.width));
    copy_down(values.ones(step.index), words, step.lsb, to.ones);
    copy_down(values.unknown(step.index), words, step.lsb, to.unknown);
    trim(to);
}

Bits wide_resized(const Bits& value, std::uint32_t width) {
    Bits out = value;
    out.width = width;
    out.ones.resize(words_of(width));
    out.unknown.resize(words_of(width));
    trim(out);
    return out;
}

Bits wide_step(const Step& step, const Bits& a, const Bits& b, const Bits& c) {
    switch (step.operation) {
        case Operation::part:
            return part(a, step.lsb, step.width);
        case Operation::bit_at:
            return bit_at(a, b);
        case Operation::logical_not:
            return bitwise_not(truth(a), 1);
        case Operation::bitwise_not:
            return bitwise_not(a, step.width);
        case Operation::negate:
            return sum(Bits::zeros(step.width), a, true, step.width);
        case Operation::reduce_and:
            return reduce_and(a);
        case Operation::reduce_or:
            return truth(a);
        case Operation::reduce_xor:
            return a.has_unknown() ? unknown_bit() : known(a.count_ones() % 2 == 1);
        case Operation::logical_and:
            return bitwise_and(truth(a), truth(b));
        case Operation::logical_or:
            return bitwise_or(truth(a), truth(b));
        case Operation::bitwise_and:
            return wide_resized(bitwise_and(a, b), step.width);
        case Operation::bitwise_or:
            return wide_resized(bitwise_or(a, b), step.width);
        case Operation::bitwise_xor:
            return wide_resized(bitwise_xor(a, b), step.width);
        case Operation::equal:
            return equal(a, b);
        case Operation::case_equal: {
            const std::uint32_t width = std::max(a.width, b.width);
            return known(wide_resized(a, width) == wide_resized(b, width));
        }
        case Operation::less:
            return less(a, b);
        case Operation::add:
        case Operation::subtract:
            return sum(a, b, step.operation == Operation::subtract, step.width);
        case Operation::shift_left:
        case Operation::shift_right:
            return shift(step, a, b);
        case Operation::choose:
            return choose(a, b, c, step.width);
        case Operation::concatenate:
            return concatenate(a, b);
        default:
            CHECK(false);  // the compiler refuses the others
    }
}

}  // namespace tapestry
