// SPDX-License-Identifier: Apache-2.0
// An expression over signals as a flat list of steps, evaluated with bits that are 0, 1 or X by the
// rules of Verilog; everything is unsigned. When no step is wider than 64 bits, which is nearly
// always, evaluation is a loop over machine words; else the same steps run on vectors of words.
#pragma once

#include <cstdint>
#include <vector>

namespace tapestry {

enum class Operation : std::uint8_t {
    constant,     // index: of the constant
    load,         // index: slot of the signal; lsb: first bit; width: how many
    part,         // a; lsb
    bit_at,       // a, b: bit number b of a
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
    add,
    subtract,
    multiply,
    divide,
    modulo,
    shift_left,
    shift_right,
    choose,       // a ? b : c
    concatenate,  // {a, b}
};

struct Step {
    Operation operation = Operation::constant;
    std::uint32_t width = 1;
    std::uint32_t a = 0;  // earlier steps
    std::uint32_t b = 0;
    std::uint32_t c = 0;
    std::uint32_t index = 0;
    std::uint32_t lsb = 0;

    friend bool operator==(const Step&, const Step&) = default;
};

// A value of any width. Bit i is X when it is set in `unknown`, and then 0 in `ones`; bits at and
// above the width are 0 in both.
struct Bits {
    std::uint32_t width = 1;
    std::vector<std::uint64_t> ones = {0};
    std::vector<std::uint64_t> unknown = {0};

    static Bits zeros(std::uint32_t width);
    static Bits all_unknown(std::uint32_t width);
    static Bits of(std::uint64_t number, std::uint32_t width);
    bool has_unknown() const;
    bool any_one() const;
    std::uint64_t count_ones() const;

    friend bool operator==(const Bits&, const Bits&) = default;
};

// The same for at most 64 bits.
struct NarrowBits {
    std::uint64_t ones = 0;
    std::uint64_t unknown = 0;
};

// The values of signals, each in a slot of its own. All bits are X at first.
class SignalValues {
public:
    std::uint32_t add(std::uint32_t width);  // a new slot

    std::uint32_t width(std::uint32_t slot) const { return slots_[slot].width; }
    const std::uint64_t* ones(std::uint32_t slot) const { return &words_[slots_[slot].at]; }
    const std::uint64_t* unknown(std::uint32_t slot) const {
        return &words_[slots_[slot].at + slots_[slot].words];
    }
    // Says whether the value differs from the one before.
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

// What a step that loads at most 64 bits takes from them.
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

    std::uint32_t width() const { return steps.back().width; }
    bool is_narrow() const;
    bool is_load() const { return steps.size() == 1 && steps[0].operation == Operation::load; }
    std::vector<std::uint32_t> slots() const;  // that it reads, each once

    friend bool operator==(const Program&, const Program&) = default;
};

class Evaluator {
public:
    // For programs that are narrow.
    NarrowBits narrow(const Program& program, const SignalValues& values);
    // For any.
    const Bits& any(const Program& program, const SignalValues& values);

private:
    std::vector<NarrowBits> narrow_;
    std::vector<Bits> wide_;
};

// Whether the lowest bit of the result is 1.
bool is_one(const Program& program, const SignalValues& values, Evaluator& evaluator);

// Whether a wide step can do it; narrow ones can do all.
bool is_possible_when_wide(Operation operation);

}  // namespace tapestry
