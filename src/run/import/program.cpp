// SPDX-License-Identifier: Apache-2.0
#include "run/import/program.h"

#include <algorithm>
#include <bit>

#include "run/import/wide_bits.h"

namespace tapestry {

namespace {

std::uint64_t mask(std::uint32_t width) {
    return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

NarrowBits known(bool value) { return {value ? std::uint64_t{1} : 0, 0}; }
constexpr NarrowBits kUnknownBit = {0, 1};

// 1, 0 or X, as a condition takes a value.
NarrowBits truth(NarrowBits v) {
    if (v.ones) return known(true);
    return v.unknown ? kUnknownBit : known(false);
}

NarrowBits bitwise_and(NarrowBits a, NarrowBits b) {
    const std::uint64_t zeros = (~a.ones & ~a.unknown) | (~b.ones & ~b.unknown);
    return {a.ones & b.ones, (a.unknown | b.unknown) & ~zeros};
}

NarrowBits bitwise_or(NarrowBits a, NarrowBits b) {
    const std::uint64_t ones = a.ones | b.ones;
    return {ones, (a.unknown | b.unknown) & ~ones};
}

NarrowBits bitwise_xor(NarrowBits a, NarrowBits b) {
    const std::uint64_t unknown = a.unknown | b.unknown;
    return {(a.ones ^ b.ones) & ~unknown, unknown};
}

NarrowBits bitwise_not(NarrowBits a, std::uint64_t all) {
    return {~a.ones & ~a.unknown & all, a.unknown};
}

// Two bits that are known and differ decide, whatever the others are.
NarrowBits equal(NarrowBits a, NarrowBits b) {
    const std::uint64_t unknown = a.unknown | b.unknown;
    if ((a.ones ^ b.ones) & ~unknown) return known(false);
    return unknown ? kUnknownBit : known(true);
}

NarrowBits reduce_and(NarrowBits a, std::uint64_t all) {
    if (~a.ones & ~a.unknown & all) return known(false);
    return a.unknown ? kUnknownBit : known(true);
}

std::uint64_t calculate(Operation operation, std::uint64_t a, std::uint64_t b) {
    switch (operation) {
        case Operation::add:
            return a + b;
        case Operation::subtract:
            return a - b;
        case Operation::multiply:
            return a * b;
        case Operation::divide:
            return a / b;
        case Operation::modulo:
            return a % b;
        case Operation::shift_left:
            return b >= 64 ? 0 : a << b;
        default:
            return b >= 64 ? 0 : a >> b;
    }
}

// An unknown bit anywhere makes the whole result unknown; so does division by 0.
NarrowBits arithmetic(const Step& step, NarrowBits a, NarrowBits b) {
    const std::uint64_t all = mask(step.width);
    const bool divides = step.operation == Operation::divide || step.operation == Operation::modulo;
    if (a.unknown | b.unknown || (divides && b.ones == 0)) return {0, all};
    return {calculate(step.operation, a.ones, b.ones) & all, 0};
}

// Shifting moves unknown bits along.
NarrowBits shift(const Step& step, NarrowBits a, NarrowBits b) {
    const std::uint64_t all = mask(step.width);
    if (b.unknown) return {0, all};
    return {calculate(step.operation, a.ones, b.ones) & all,
            calculate(step.operation, a.unknown, b.ones) & all};
}

NarrowBits choose(NarrowBits condition, NarrowBits b, NarrowBits c) {
    condition = truth(condition);
    if (!condition.unknown) return condition.ones ? b : c;
    const std::uint64_t unknown = b.unknown | c.unknown | (b.ones ^ c.ones);
    return {b.ones & c.ones & ~unknown, unknown};
}

NarrowBits bit_at(NarrowBits a, NarrowBits index, std::uint32_t width) {
    if (index.unknown || index.ones >= width) return kUnknownBit;
    return {a.ones >> index.ones & 1, a.unknown >> index.ones & 1};
}

NarrowBits narrow_unary(const Program& program, const Step& step, NarrowBits a) {
    const std::uint64_t all = mask(program.steps[step.a].width);
    switch (step.operation) {
        case Operation::part:
            return {a.ones >> step.lsb & mask(step.width),
                    a.unknown >> step.lsb & mask(step.width)};
        case Operation::logical_not:
            return bitwise_not(truth(a), 1);
        case Operation::bitwise_not:
            return bitwise_not(a, mask(step.width));
        case Operation::negate:
            return a.unknown ? NarrowBits{0, mask(step.width)}
                             : NarrowBits{(0 - a.ones) & mask(step.width), 0};
        case Operation::reduce_and:
            return reduce_and(a, all);
        case Operation::reduce_or:
            return truth(a);
        default:  // reduce_xor
            return a.unknown ? kUnknownBit : known(std::popcount(a.ones) % 2 == 1);
    }
}

NarrowBits narrow_binary(const Program& program, const Step& step, NarrowBits a, NarrowBits b) {
    switch (step.operation) {
        case Operation::bit_at:
            return bit_at(a, b, program.steps[step.a].width);
        case Operation::logical_and:
            return bitwise_and(truth(a), truth(b));
        case Operation::logical_or:
            return bitwise_or(truth(a), truth(b));
        case Operation::bitwise_and:
            return bitwise_and(a, b);
        case Operation::bitwise_or:
            return bitwise_or(a, b);
        case Operation::bitwise_xor:
            return bitwise_xor(a, b);
        case Operation::equal:
            return equal(a, b);
        case Operation::case_equal:
            return known(a.ones == b.ones && a.unknown == b.unknown);
        case Operation::less:
            return a.unknown | b.unknown ? kUnknownBit : known(a.ones < b.ones);
        case Operation::shift_left:
        case Operation::shift_right:
            return shift(step, a, b);
        case Operation::concatenate: {
            const std::uint32_t low = program.steps[step.b].width;
            return {a.ones << low | b.ones, a.unknown << low | b.unknown};
        }
        default:
            return arithmetic(step, a, b);
    }
}

bool is_unary(Operation operation) {
    switch (operation) {
        case Operation::part:
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

std::uint32_t SignalValues::add(std::uint32_t width) {
    const std::uint32_t words = (width + 63) / 64;
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
        } else if (is_unary(step.operation)) {
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
            wide_[i] = wide_resized(program.constants[step.index], step.width);
        else
            wide_[i] = wide_step(step, wide_[step.a], wide_[step.b], wide_[step.c]);
    }
    return wide_[program.steps.size() - 1];
}

bool is_one(const Program& program, const SignalValues& values, Evaluator& evaluator) {
    // Nearly every clock is a signal as it is, and is asked for at each of its changes.
    const Step& first = program.steps.front();
    if (program.is_load())
        return (values.ones(first.index)[first.lsb / 64] >> first.lsb % 64 & 1) != 0;
    return program.is_narrow() ? (evaluator.narrow(program, values).ones & 1) != 0
                               : (evaluator.any(program, values).ones[0] & 1) != 0;
}

}  // namespace tapestry
