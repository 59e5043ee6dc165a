// SPDX-License-Identifier: Apache-2.0
#include "model/expression/program.h"

#include <algorithm>
#include <bit>

#include "model/expression/wide_steps.h"
#include "model/expression/word_logic.h"

namespace tapestry {

namespace {

using namespace word_logic;

// The lowest `width` bits as a two's complement number.
std::int64_t signed_number(std::uint64_t bits, std::uint32_t width) {
    const unsigned above = 64 - width;
    return static_cast<std::int64_t>(bits << above) >> above;
}

// The most negative number divided by -1 overflows to itself.
std::uint64_t divide_signed(std::int64_t a, std::int64_t b) {
    return b == -1 ? 0 - static_cast<std::uint64_t>(a) : static_cast<std::uint64_t>(a / b);
}
std::uint64_t modulo_signed(std::int64_t a, std::int64_t b) {
    return b == -1 ? 0 : static_cast<std::uint64_t>(a % b);
}

std::uint64_t calculate(const Step& step, std::uint64_t a, std::uint64_t b) {
    const auto number = [&](std::uint64_t bits) { return signed_number(bits, step.width); };
    switch (step.operation) {
        case Operation::add:
            return a + b;
        case Operation::subtract:
            return a - b;
        case Operation::multiply:
            return a * b;
        case Operation::divide:
            return a / b;
        case Operation::divide_signed:
            return divide_signed(number(a), number(b));
        case Operation::modulo:
            return a % b;
        default:
            return modulo_signed(number(a), number(b));
    }
}

bool divides(Operation operation) {
    return operation == Operation::divide || operation == Operation::divide_signed ||
           operation == Operation::modulo || operation == Operation::modulo_signed;
}

// An unknown bit anywhere makes the whole result unknown; so does division by 0.
NarrowBits arithmetic(const Step& step, NarrowBits a, NarrowBits b) {
    const std::uint64_t all = mask_of_bits(step.width);
    if (a.unknown | b.unknown || (divides(step.operation) && b.ones == 0)) return {0, all};
    return {calculate(step, a.ones, b.ones) & all, 0};
}

std::uint64_t shifted(const Step& step, std::uint64_t bits, std::uint64_t by) {
    const std::uint64_t all = mask_of_bits(step.width);
    if (step.operation == Operation::shift_left) return by >= 64 ? 0 : bits << by & all;
    if (step.operation == Operation::shift_right) return by >= 64 ? 0 : bits >> by;
    const auto number = signed_number(bits, step.width);
    return static_cast<std::uint64_t>(number >> std::min<std::uint64_t>(by, 63)) & all;
}

// Shifting moves unknown bits along.
NarrowBits shift(const Step& step, NarrowBits a, NarrowBits b) {
    if (b.unknown) return {0, mask_of_bits(step.width)};
    return {shifted(step, a.ones, b.ones), shifted(step, a.unknown, b.ones)};
}

NarrowBits choose(NarrowBits condition, NarrowBits b, NarrowBits c) {
    condition = truth(condition);
    if (!condition.unknown) return condition.ones ? b : c;
    return agreed(b, c);
}

NarrowBits extend_sign(NarrowBits a, std::uint32_t from, std::uint32_t to) {
    const auto extended = [&](std::uint64_t bits) {
        return static_cast<std::uint64_t>(signed_number(bits, from)) & mask_of_bits(to);
    };
    return {extended(a.ones), extended(a.unknown)};
}

NarrowBits select(const Program& program, const Step& step, NarrowBits a, NarrowBits index) {
    const std::uint64_t all = mask_of_bits(step.width);
    if (index.unknown) return {0, all};
    const std::uint32_t width = program.steps[step.a].width;
    const std::int64_t at =
        program.selects[step.index].lowest_bit(index.ones, program.steps[step.b].width);
    if (at <= -64 || at >= static_cast<std::int64_t>(width)) return {0, all};
    const std::uint64_t outside = ~mask_of_bits(width);  // out-of-range bits are X
    a.unknown |= outside;
    if (at >= 0) return {a.ones >> at & all, (a.unknown >> at | ~(~std::uint64_t{0} >> at)) & all};
    return {a.ones << -at & all, (a.unknown << -at | ((std::uint64_t{1} << -at) - 1)) & all};
}

NarrowBits narrow_unary(const Program& program, const Step& step, NarrowBits a) {
    const std::uint32_t width = program.steps[step.a].width;
    const std::uint64_t all = mask_of_bits(step.width);
    switch (step.operation) {
        case Operation::part:
            return {a.ones >> step.lsb & all, a.unknown >> step.lsb & all};
        case Operation::sign_extend:
            return extend_sign(a, width, step.width);
        case Operation::logical_not:
            return inverse(truth(a), 1);
        case Operation::bitwise_not:
            return inverse(a, all);
        case Operation::negate:
            return a.unknown ? NarrowBits{0, all} : NarrowBits{(0 - a.ones) & all, 0};
        case Operation::reduce_and:
            return inverse(truth(inverse(a, mask_of_bits(width))), 1);
        case Operation::reduce_or:
            return truth(a);
        default:  // reduce_xor
            return a.unknown ? kUnknownBit : known(std::popcount(a.ones) % 2 == 1);
    }
}

NarrowBits narrow_comparison(const Program& program, const Step& step, NarrowBits a, NarrowBits b) {
    if (step.operation == Operation::equal) return inverse(truth(different(a, b)), 1);
    if (step.operation == Operation::case_equal)
        return known(a.ones == b.ones && a.unknown == b.unknown);
    if (a.unknown | b.unknown) return kUnknownBit;
    if (step.operation == Operation::less) return known(a.ones < b.ones);
    const std::uint32_t width = program.steps[step.a].width;
    return known(signed_number(a.ones, width) < signed_number(b.ones, width));
}

NarrowBits narrow_binary(const Program& program, const Step& step, NarrowBits a, NarrowBits b) {
    switch (step.operation) {
        case Operation::select:
            return select(program, step, a, b);
        case Operation::logical_and:
            return both(truth(a), truth(b));
        case Operation::logical_or:
            return either(truth(a), truth(b));
        case Operation::bitwise_and:
            return both(a, b);
        case Operation::bitwise_or:
            return either(a, b);
        case Operation::bitwise_xor:
            return different(a, b);
        case Operation::equal:
        case Operation::case_equal:
        case Operation::less:
        case Operation::less_signed:
            return narrow_comparison(program, step, a, b);
        case Operation::shift_left:
        case Operation::shift_right:
        case Operation::arithmetic_shift_right:
            return shift(step, a, b);
        case Operation::concatenate: {
            const std::uint32_t low = program.steps[step.b].width;
            return {a.ones << low | b.ones, a.unknown << low | b.unknown};
        }
        default:
            return arithmetic(step, a, b);
    }
}

bool has_one_operand(Operation operation) {
    switch (operation) {
        case Operation::part:
        case Operation::sign_extend:
        case Operation::logical_not:
        case Operation::bitwise_not:
        case Operation::negate:
        case Operation::reduce_and:
        case Operation::reduce_or:
        case Operation::reduce_xor:
            return true;
        default:
            return false;
    }
}

}  // namespace

std::int64_t Select::lowest_bit(std::uint64_t value, std::uint32_t bits) const {
    constexpr std::int64_t kOutside = std::int64_t{1} << 40;
    const std::int64_t index =
        is_signed && bits <= 64 ? signed_number(value, bits) : static_cast<std::int64_t>(value);
    if ((!is_signed && index < 0) || index > kOutside || index < -kOutside) return kOutside;
    return (is_ascending ? high - index : index - low) * element + shift;
}

std::uint32_t SignalValues::add(std::uint32_t width) {
    const auto words = static_cast<std::uint32_t>(words_of_bits(width));
    slots_.push_back({words_.size(), words, width});
    const Bits first = Bits::all_unknown(width);
    words_.insert(words_.end(), first.ones.begin(), first.ones.end());
    words_.insert(words_.end(), first.unknown.begin(), first.unknown.end());
    return static_cast<std::uint32_t>(slots_.size() - 1);
}

bool SignalValues::set_wide(const Slot& s, const std::uint64_t* ones,
                            const std::uint64_t* unknown) {
    std::uint64_t* const to = &words_[s.at];
    bool differs = false;
    for (std::uint32_t i = 0; i < s.words; ++i) {
        differs = differs || to[i] != ones[i] || to[s.words + i] != unknown[i];
        to[i] = ones[i];
        to[s.words + i] = unknown[i];
    }
    return differs;
}

bool Program::is_narrow() const {
    return std::all_of(steps.begin(), steps.end(), [](const Step& s) { return s.width <= 64; });
}

std::vector<std::uint32_t> Program::slots() const {
    std::vector<std::uint32_t> all;
    for (const Step& s : steps) {
        if (s.operation == Operation::load) all.push_back(s.index);
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

NarrowBits Evaluator::narrow(const Program& program, const SignalValues& values) {
    if (program.is_load()) return load(program.steps[0], values);
    if (narrow_.size() < program.steps.size()) narrow_.resize(program.steps.size());
    for (std::size_t i = 0; i < program.steps.size(); ++i) {
        const Step& step = program.steps[i];
        if (step.operation == Operation::load) {
            narrow_[i] = load(step, values);
        } else if (step.operation == Operation::constant) {
            const Bits& constant = program.constants[step.index];
            narrow_[i] = {constant.ones[0], constant.unknown[0]};
        } else if (step.operation == Operation::choose) {
            narrow_[i] = choose(narrow_[step.a], narrow_[step.b], narrow_[step.c]);
        } else if (has_one_operand(step.operation)) {
            narrow_[i] = narrow_unary(program, step, narrow_[step.a]);
        } else {
            narrow_[i] = narrow_binary(program, step, narrow_[step.a], narrow_[step.b]);
        }
    }
    return narrow_[program.steps.size() - 1];
}

const Bits& Evaluator::any(const Program& program, const SignalValues& values) {
    if (wide_.size() < program.steps.size()) wide_.resize(program.steps.size());
    for (std::size_t i = 0; i < program.steps.size(); ++i) {
        const Step& step = program.steps[i];
        if (step.operation == Operation::load)
            wide_load(step, values, wide_[i]);
        else if (step.operation == Operation::constant)
            wide_[i] = program.constants[step.index].resized(step.width);
        else
            wide_[i] = wide_step(program, step, wide_[step.a], wide_[step.b], wide_[step.c]);
    }
    return wide_[program.steps.size() - 1];
}

bool is_one(const Program& program, const SignalValues& values, Evaluator& evaluator) {
    // Fast path: nearly every clock is a plain signal, and it is evaluated at each change.
    const Step& first = program.steps.front();
    if (program.is_load())
        return (values.ones(first.index)[first.lsb / 64] >> first.lsb % 64 & 1) != 0;
    return program.is_narrow() ? (evaluator.narrow(program, values).ones & 1) != 0
                               : (evaluator.any(program, values).ones[0] & 1) != 0;
}

}  // namespace tapestry
