// SPDX-License-Identifier: Apache-2.0
// An expression over signals as a flat list of steps, evaluated over 0, 1 and X by the rules of
// Verilog. If no step is wider than 64 bits, which is the usual case, evaluation is a loop over
// machine words; otherwise the same steps run on vectors of words.
#pragma once

#include <cstdint>
#include <vector>

#include "model/expression/bits.h"

namespace tapestry {

enum class Operation : std::uint8_t {
    constant,     // index: of the constant
    load,         // index: slot of the signal; lsb: first bit; width: how many
    part,         // a; lsb
    select,       // a, b: the bits of a selected by the number b; index: of the select
    same,         // a: the unary +
    sign_extend,  // a
    logical_not,  // a; the results of logical, comparing and reducing steps have one bit
    bitwise_not,
    negate,
    reduce_and,
    reduce_or,
    reduce_xor,
    logical_and,  // a, b
    logical_or,
    bitwise_and,
    bitwise_or,
    bitwise_xor,
    equal,
    case_equal,
    less,  // a < b
    less_signed,
    add,
    subtract,
    multiply,
    divide,
    divide_signed,
    modulo,
    modulo_signed,
    shift_left,
    shift_right,
    arithmetic_shift_right,  // of signed numbers
    choose,                  // a ? b : c
    concatenate,             // {a, b}
};

struct Step {
    Operation operation = Operation::constant;
    std::uint32_t width = 1;
    std::uint32_t a = 0;  // operands: earlier steps
    std::uint32_t b = 0;
    std::uint32_t c = 0;
    std::uint32_t index = 0;
    std::uint32_t lsb = 0;

    friend bool operator==(const Step&, const Step&) = default;
};

// A select with a variable index: a number of bits starting at the index.
struct Select {
    std::int64_t low = 0;  // the range of valid indices
    std::int64_t high = 0;
    bool is_ascending = false;  // [0:7]: the lowest index is the highest bit
    bool is_signed = false;     // the index may be negative
    std::uint32_t element = 1;  // bits per index
    std::int64_t shift = 0;     // from the index's own bit to the lowest selected bit

    // The lowest bit selected by the index `value`, which has `bits` bits; selected bits may be out
    // of range.
    std::int64_t lowest_bit(std::uint64_t value, std::uint32_t bits) const;

    friend bool operator==(const Select&, const Select&) = default;
};

// The values of signals, each in its own slot. All bits are initially X.
class SignalValues {
public:
    std::uint32_t add(std::uint32_t width);  // a new slot

    std::uint32_t width(std::uint32_t slot) const { return slots_[slot].width; }
    const std::uint64_t* ones(std::uint32_t slot) const { return &words_[slots_[slot].at]; }
    const std::uint64_t* unknown(std::uint32_t slot) const {
        return &words_[slots_[slot].at + slots_[slot].words];
    }
    // Returns true if the value has changed.
    bool set(std::uint32_t slot, const std::uint64_t* ones, const std::uint64_t* unknown) {
        const Slot& s = slots_[slot];
        if (s.words > 1) return set_wide(s, ones, unknown);
        std::uint64_t* const to = &words_[s.at];
        const bool differs = to[0] != *ones || to[1] != *unknown;
        to[0] = *ones;
        to[1] = *unknown;
        return differs;
    }

private:
    struct Slot {
        std::size_t at = 0;
        std::uint32_t words = 0;
        std::uint32_t width = 0;
    };
    bool set_wide(const Slot& s, const std::uint64_t* ones, const std::uint64_t* unknown);

    std::vector<Slot> slots_;
    std::vector<std::uint64_t> words_;
};

// The value of a load step of at most 64 bits.
inline NarrowBits load(const Step& step, const SignalValues& values) {
    const std::uint64_t* const ones = values.ones(step.index);
    const std::uint64_t* const unknown = values.unknown(step.index);
    const std::uint32_t word = step.lsb / 64;
    const std::uint32_t shift = step.lsb % 64;
    NarrowBits v{ones[word] >> shift, unknown[word] >> shift};
    if (shift + step.width > 64) {
        v.ones |= ones[word + 1] << (64 - shift);
        v.unknown |= unknown[word + 1] << (64 - shift);
    }
    const std::uint64_t mask = ~std::uint64_t{0} >> (64 - step.width);
    return {v.ones & mask, v.unknown & mask};
}

struct Program {
    std::vector<Step> steps;  // the last one is the result
    std::vector<Bits> constants;
    std::vector<Select> selects;

    std::uint32_t width() const { return steps.back().width; }
    bool is_narrow() const;
    bool is_load() const { return steps.size() == 1 && steps[0].operation == Operation::load; }
    std::vector<std::uint32_t> slots() const;  // that it reads, without duplicates

    friend bool operator==(const Program&, const Program&) = default;
};

class Evaluator {
public:
    // For narrow programs only.
    NarrowBits narrow(const Program& program, const SignalValues& values);
    // For all programs.
    const Bits& any(const Program& program, const SignalValues& values);

private:
    std::vector<NarrowBits> narrow_;
    std::vector<Bits> wide_;
};

// Whether the lowest bit of the result is 1.
bool is_one(const Program& program, const SignalValues& values, Evaluator& evaluator);

}  // namespace tapestry
