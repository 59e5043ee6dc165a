// SPDX-License-Identifier: Apache-2.0
#include "model/expression/wide_steps.h"

#include <algorithm>

#include "base/check.h"
#include "model/expression/word_logic.h"

namespace tapestry {

namespace {

using WideWords = std::vector<std::uint64_t>;

// Copies words of `from` starting at bit `lsb`, as many as `to` has.
void copy_down(const std::uint64_t* from, std::size_t count, std::uint64_t lsb, WideWords& to) {
    const std::size_t first = static_cast<std::size_t>(lsb / 64);
    const auto shift = static_cast<unsigned>(lsb % 64);
    for (std::size_t i = 0; i < to.size(); ++i) {
        const std::size_t at = first + i;
        std::uint64_t word = at < count ? from[at] >> shift : 0;
        if (shift > 0 && at + 1 < count) word |= from[at + 1] << (64 - shift);
        to[i] = word;
    }
}

// ORs the bits of `from` into `to`, shifted up by `by`; bits beyond the top are lost.
void merge_up(const WideWords& from, std::uint64_t by, WideWords& to) {
    const std::uint64_t first = by / 64;
    const auto shift = static_cast<unsigned>(by % 64);
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (first + i < to.size()) to[first + i] |= from[i] << shift;
        if (shift > 0 && first + i + 1 < to.size()) to[first + i + 1] |= from[i] >> (64 - shift);
    }
}

Bits one_bit(NarrowBits bit) { return {1, {bit.ones}, {bit.unknown}}; }

NarrowBits wide_truth(const Bits& v) { return word_logic::truth(v.any_one(), v.has_unknown()); }

// Applies `logic` word by word; the result has `width` bits.
template <class Logic>
Bits by_words(const Bits& a, const Bits& b, std::uint32_t width, Logic logic) {
    Bits out = Bits::zeros(width);
    const Bits x = a.resized(width);
    const Bits y = b.resized(width);
    for (std::size_t i = 0; i < out.ones.size(); ++i) {
        const NarrowBits word = logic({x.ones[i], x.unknown[i]}, {y.ones[i], y.unknown[i]});
        out.ones[i] = word.ones;
        out.unknown[i] = word.unknown;
    }
    out.trim();
    return out;
}

Bits wide_not(const Bits& a, std::uint32_t width) {
    return by_words(a, a, width, [](NarrowBits x, NarrowBits) {
        return word_logic::inverse(x, ~std::uint64_t{0});
    });
}

bool is_negative(const Bits& v) {
    const std::uint32_t top = v.width - 1;
    return (v.ones[top / 64] >> top % 64 & 1) != 0;
}

bool is_below(const Bits& a, const Bits& b) {
    return std::lexicographical_compare(a.ones.rbegin(), a.ones.rend(), b.ones.rbegin(),
                                        b.ones.rend());
}

Bits wide_comparison(Operation operation, const Bits& a, const Bits& b) {
    using namespace word_logic;
    const std::uint32_t width = std::max(a.width, b.width);
    if (operation == Operation::equal)
        return one_bit(inverse(wide_truth(by_words(a, b, width, different)), 1));
    const Bits x = a.resized(width);
    const Bits y = b.resized(width);
    if (operation == Operation::case_equal) return one_bit(known(x == y));
    if (a.has_unknown() || b.has_unknown()) return one_bit(kUnknownBit);
    if (operation == Operation::less_signed && is_negative(x) != is_negative(y))
        return one_bit(known(is_negative(x)));
    return one_bit(known(is_below(x, y)));
}

// a + b, or a - b as a + ~b + 1.
Bits sum(const Bits& a, const Bits& b, bool subtract, std::uint32_t width) {
    Bits out = a.resized(width);
    const Bits other = b.resized(width);
    std::uint64_t carry = subtract ? 1 : 0;
    for (std::size_t i = 0; i < out.ones.size(); ++i) {
        const std::uint64_t y = subtract ? ~other.ones[i] : other.ones[i];
        const std::uint64_t partial = out.ones[i] + y;
        const std::uint64_t total = partial + carry;
        carry = (partial < y) | (total < carry);
        out.ones[i] = total;
    }
    out.trim();
    return out;
}

Bits negated(const Bits& a, std::uint32_t width) { return sum(Bits::zeros(width), a, true, width); }

Bits product(const Bits& a, const Bits& b, std::uint32_t width) {
    Bits out = Bits::zeros(width);
    const std::size_t count = out.ones.size();
    for (std::size_t i = 0; i < std::min(count, a.ones.size()); ++i) {
        unsigned __int128 carry = 0;
        for (std::size_t j = 0; i + j < count; ++j) {
            const std::uint64_t y = j < b.ones.size() ? b.ones[j] : 0;
            carry += static_cast<unsigned __int128>(a.ones[i]) * y + out.ones[i + j];
            out.ones[i + j] = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
    }
    out.trim();
    return out;
}

Bits part(const Bits& a, std::uint64_t lsb, std::uint32_t width) {
    Bits out = Bits::zeros(width);
    copy_down(a.ones.data(), a.ones.size(), lsb, out.ones);
    copy_down(a.unknown.data(), a.unknown.size(), lsb, out.unknown);
    out.trim();
    return out;
}

Bits shifted_up(const Bits& a, std::uint64_t by, std::uint32_t width) {
    Bits out = Bits::zeros(width);
    merge_up(a.ones, by, out.ones);
    merge_up(a.unknown, by, out.unknown);
    out.trim();
    return out;
}

struct Division {
    Bits quotient;
    Bits rest;
};

// Long division, bit by bit from the top. All three values have the same width.
Division divided(const Bits& a, const Bits& b) {
    Division d{Bits::zeros(a.width), Bits::zeros(a.width + 1)};
    const Bits divisor = b.resized(a.width + 1);
    for (std::uint32_t at = a.width; at-- > 0;) {
        d.rest = shifted_up(d.rest, 1, a.width + 1);
        d.rest.ones[0] |= a.ones[at / 64] >> at % 64 & 1;
        if (is_below(d.rest, divisor)) continue;
        d.rest = sum(d.rest, divisor, true, a.width + 1);
        d.quotient.set_bit(at, true, false);
    }
    d.rest = d.rest.resized(a.width);
    return d;
}

Bits quotient_or_rest(const Step& step, const Bits& a, const Bits& b) {
    const Bits x = a.resized(step.width);
    const Bits y = b.resized(step.width);
    if (!y.any_one()) return Bits::all_unknown(step.width);
    const bool is_signed =
        step.operation == Operation::divide_signed || step.operation == Operation::modulo_signed;
    const bool x_negative = is_signed && is_negative(x);
    const bool y_negative = is_signed && is_negative(y);
    const Division d =
        divided(x_negative ? negated(x, step.width) : x, y_negative ? negated(y, step.width) : y);
    const bool rest =
        step.operation == Operation::modulo || step.operation == Operation::modulo_signed;
    const bool is_negative_now = rest ? x_negative : x_negative != y_negative;
    const Bits& out = rest ? d.rest : d.quotient;
    return is_negative_now ? negated(out, step.width) : out;
}

Bits wide_arithmetic(const Step& step, const Bits& a, const Bits& b) {
    if (a.has_unknown() || b.has_unknown()) return Bits::all_unknown(step.width);
    switch (step.operation) {
        case Operation::add:
        case Operation::subtract:
            return sum(a, b, step.operation == Operation::subtract, step.width);
        case Operation::multiply:
            return product(a, b, step.width);
        default:
            return quotient_or_rest(step, a, b);
    }
}

Bits wide_shift(const Step& step, const Bits& a, const Bits& b) {
    if (b.has_unknown()) return Bits::all_unknown(step.width);
    const std::uint64_t by = std::min<std::uint64_t>(b.number().value_or(step.width), step.width);
    if (step.operation == Operation::shift_left) return shifted_up(a, by, step.width);
    if (step.operation == Operation::shift_right) return part(a, by, step.width);
    const Bits extended = a.sign_extended(2 * step.width);
    return part(extended, by, step.width);
}

Bits wide_select(const Select& select, const Bits& a, const Bits& index, std::uint32_t width) {
    const std::optional<std::uint64_t> number =
        index.width > 64 && select.is_signed ? std::nullopt : index.number();
    if (!number) return Bits::all_unknown(width);
    const std::int64_t at = select.lowest_bit(*number, index.width);
    Bits out = Bits::all_unknown(width);
    for (std::uint32_t i = 0; i < width; ++i) {
        const std::int64_t from = at + static_cast<std::int64_t>(i);
        if (from < 0 || from >= static_cast<std::int64_t>(a.width)) continue;
        const auto bit = static_cast<std::uint32_t>(from);
        out.set_bit(i, (a.ones[bit / 64] >> bit % 64 & 1) != 0,
                    (a.unknown[bit / 64] >> bit % 64 & 1) != 0);
    }
    return out;
}

Bits wide_choice(const Bits& condition, const Bits& b, const Bits& c, std::uint32_t width) {
    const NarrowBits decided = wide_truth(condition);
    if (decided.unknown) return by_words(b, c, width, word_logic::agreed);
    return (decided.ones ? b : c).resized(width);
}

Bits concatenation(const Bits& high, const Bits& low) {
    Bits out = shifted_up(high, low.width, high.width + low.width);
    merge_up(low.ones, 0, out.ones);
    merge_up(low.unknown, 0, out.unknown);
    return out;
}

Bits wide_unary(const Step& step, const Bits& a) {
    using namespace word_logic;
    switch (step.operation) {
        case Operation::part:
            return part(a, step.lsb, step.width);
        case Operation::sign_extend:
            return a.sign_extended(step.width);
        case Operation::logical_not:
            return one_bit(inverse(wide_truth(a), 1));
        case Operation::bitwise_not:
            return wide_not(a, step.width);
        case Operation::negate:
            return a.has_unknown() ? Bits::all_unknown(step.width) : negated(a, step.width);
        case Operation::reduce_and:
            return one_bit(inverse(wide_truth(wide_not(a, a.width)), 1));
        case Operation::reduce_or:
            return one_bit(wide_truth(a));
        default:
            CHECK(step.operation == Operation::reduce_xor);
            return one_bit(a.has_unknown() ? kUnknownBit : known(a.count_ones() % 2 == 1));
    }
}

}  // namespace

void wide_load(const Step& step, const SignalValues& values, Bits& to) {
    const std::size_t words = words_of_bits(values.width(step.index));
    to.width = step.width;
    to.ones.resize(words_of_bits(step.width));
    to.unknown.resize(words_of_bits(step.width));
    copy_down(values.ones(step.index), words, step.lsb, to.ones);
    copy_down(values.unknown(step.index), words, step.lsb, to.unknown);
    to.trim();
}

Bits wide_step(const Program& program, const Step& step, const Bits& a, const Bits& b,
               const Bits& c) {
    using namespace word_logic;
    switch (step.operation) {
        case Operation::select:
            return wide_select(program.selects[step.index], a, b, step.width);
        case Operation::logical_and:
            return one_bit(both(wide_truth(a), wide_truth(b)));
        case Operation::logical_or:
            return one_bit(either(wide_truth(a), wide_truth(b)));
        case Operation::bitwise_and:
            return by_words(a, b, step.width, both);
        case Operation::bitwise_or:
            return by_words(a, b, step.width, either);
        case Operation::bitwise_xor:
            return by_words(a, b, step.width, different);
        case Operation::equal:
        case Operation::case_equal:
        case Operation::less:
        case Operation::less_signed:
            return wide_comparison(step.operation, a, b);
        case Operation::add:
        case Operation::subtract:
        case Operation::multiply:
        case Operation::divide:
        case Operation::divide_signed:
        case Operation::modulo:
        case Operation::modulo_signed:
            return wide_arithmetic(step, a, b);
        case Operation::shift_left:
        case Operation::shift_right:
        case Operation::arithmetic_shift_right:
            return wide_shift(step, a, b);
        case Operation::choose:
            return wide_choice(a, b, c, step.width);
        case Operation::concatenate:
            return concatenation(a, b);
        default:
            return wide_unary(step, a);
    }
}

}  // namespace tapestry
