// SPDX-License-Identifier: Apache-2.0
#include "hls/used_bits.h"

#include <algorithm>
#include <optional>

namespace tapestry::hls {

namespace {

// Enough for what grows from iteration to iteration to reach its width.
constexpr unsigned kMostRounds = 80;

// The bits of a constant up to its highest one.
unsigned bits_of_constant(const Op& op) {
    const std::size_t first = op.digits.find_first_not_of('0');
    if (first == std::string::npos) return 0;
    const int digit = std::stoi(op.digits.substr(first, 1), nullptr, 16);
    const unsigned top = digit >= 8 ? 4 : digit >= 4 ? 3 : digit >= 2 ? 2 : 1;
    return std::min<unsigned>(op.width,
                              static_cast<unsigned>(op.digits.size() - first - 1) * 4 + top);
}

// The zeros of a constant below its lowest one.
unsigned zeros_of_constant(const Op& op) {
    const std::size_t last = op.digits.find_last_not_of('0');
    if (last == std::string::npos) return op.width;
    const int digit = std::stoi(op.digits.substr(last, 1), nullptr, 16);
    const unsigned low = digit & 1 ? 0 : digit & 2 ? 1 : digit & 4 ? 2 : 3;
    return static_cast<unsigned>(op.digits.size() - last - 1) * 4 + low;
}

// The value of a small constant.
std::optional<unsigned> small_constant(const Kernel& kernel, Value v) {
    const Op& op = kernel.op(v);
    if (op.kind != OpKind::constant || bits_of_constant(op) > 16) return std::nullopt;
    return op.digits.empty() ? 0 : static_cast<unsigned>(std::stoul(op.digits, nullptr, 16));
}

class UsedBits {
public:
    explicit UsedBits(const Kernel& kernel)
        : kernel_(kernel), high_(kernel.ops.size(), 0), asked_(kernel.ops.size(), 0) {
        for (const Op& op : kernel.ops) zeros_.push_back(op.width);
    }

    std::vector<unsigned> find() {
        repeat([&](std::size_t i) { return raise(high_[i], may_be_set(kernel_.ops[i])); });
        repeat([&](std::size_t i) {
            const unsigned zeros = std::min(zeros_[i], low_zeros(kernel_.ops[i]));
            const bool changed = zeros < zeros_[i];
            zeros_[i] = zeros;
            return changed;
        });
        for (const Block& b : kernel_.blocks) {
            ask(b.condition, 1);
            ask(b.result, kernel_.result_width);
        }
        repeat(
            [&](std::size_t i) { return ask_operands(kernel_.ops[kernel_.ops.size() - 1 - i]); });
        std::vector<unsigned> found(kernel_.ops.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            const unsigned top = std::min(high_[i], asked_[i]);
            found[i] = top > zeros_[i] ? top - zeros_[i] : 0;
        }
        return found;
    }

private:
    template <class Step>
    void repeat(Step step) {
        bool changed = true;
        for (unsigned round = 0; changed && round < kMostRounds; ++round) {
            changed = false;
            for (std::size_t i = 0; i < kernel_.ops.size(); ++i) changed |= step(i);
        }
    }

    static bool raise(unsigned& bits, unsigned to) {
        if (to <= bits) return false;
        bits = to;
        return true;
    }

    using Pick = const unsigned& (*)(const unsigned&, const unsigned&);
    // The least or most that is known of what the result may be made of: not of a condition.
    static unsigned fold(const Op& op, const std::vector<unsigned>& known, unsigned found,
                         Pick pick) {
        for (std::size_t k = op.kind == OpKind::select; k < op.operands.size(); ++k)
            found = pick(found, known[static_cast<std::size_t>(op.operands[k])]);
        return found;
    }

    unsigned high(Value v) const { return high_[static_cast<std::size_t>(v)]; }

    // Bits of the result that may be set, from below.
    unsigned may_be_set(const Op& op) const {
        const auto of = [&](std::size_t k) { return high(op.operands[k]); };
        switch (op.kind) {
            case OpKind::constant:
                return bits_of_constant(op);
            case OpKind::phi:
            case OpKind::select:
                return fold(op, high_, 0, std::max<unsigned>);
            case OpKind::bit_and:
                return std::min(of(0), of(1));
            case OpKind::bit_or:
            case OpKind::bit_xor:
                return std::max(of(0), of(1));
            case OpKind::add:
                return std::min(op.width, std::max(of(0), of(1)) + 1);
            case OpKind::mul:
                return std::min(op.width, of(0) + of(1));
            case OpKind::shl:
            case OpKind::lshr:
                return shifted(op);
            case OpKind::zext:
            case OpKind::trunc:
                return std::min(op.width, of(0));
            case OpKind::udiv:
                return std::min(op.width, of(0));
            case OpKind::urem:
                return std::min(op.width, std::min(of(0), of(1)));
            case OpKind::slice:
                return of(0) > op.offset ? std::min(op.width, of(0) - op.offset) : 0;
            case OpKind::insert:
                return std::max(of(0), std::min(op.width, of(1) + op.offset));
            default:
                return op.width;
        }
    }

    unsigned shifted(const Op& op) const {
        const unsigned bits = high(op.operands[0]);
        const auto by = small_constant(kernel_, op.operands[1]);
        if (op.kind == OpKind::shl) return by ? std::min(op.width, bits + *by) : op.width;
        return by ? (bits > *by ? bits - *by : 0) : bits;
    }

    // Bits of the result that are zero, from below.
    unsigned low_zeros(const Op& op) const {
        const auto of = [&](std::size_t k) {
            return zeros_[static_cast<std::size_t>(op.operands[k])];
        };
        switch (op.kind) {
            case OpKind::constant:
                return std::min(op.width, zeros_of_constant(op));
            case OpKind::phi:
            case OpKind::select:
            case OpKind::add:
            case OpKind::sub:
            case OpKind::bit_or:
            case OpKind::bit_xor:
                return fold(op, zeros_, op.width, std::min<unsigned>);
            case OpKind::bit_and:
                return std::max(of(0), of(1));
            case OpKind::mul:
                return std::min(op.width, of(0) + of(1));
            case OpKind::zext:
            case OpKind::sext:
            case OpKind::trunc:
                return std::min(op.width, of(0));
            case OpKind::shl: {
                const auto by = small_constant(kernel_, op.operands[1]);
                return std::min(op.width, of(0) + (by ? *by : 0));
            }
            default:
                return 0;
        }
    }

    bool ask(Value v, unsigned bits) {
        if (v == kNone) return false;
        return raise(asked_[static_cast<std::size_t>(v)], std::min(kernel_.op(v).width, bits));
    }

    unsigned address_bits(const Op& op) const {
        const Memory& m = kernel_.memories[static_cast<std::size_t>(op.memory)];
        if (m.where == Memory::Where::external) return 32;
        unsigned bits = 0;
        while ((std::uint64_t{1} << bits) < m.words * m.word_bytes) ++bits;
        return bits;
    }

    bool ask_all(const Op& op, unsigned bits) {
        bool changed = false;
        for (const Value v : op.operands) changed |= ask(v, bits);
        return changed;
    }

    bool ask_operands(const Op& op) {
        if (op.block < 0) return false;
        const unsigned asked = asked_[static_cast<std::size_t>(&op - kernel_.ops.data())];
        bool changed = ask(op.predicate, 1);
        switch (op.kind) {
            case OpKind::load:
                return ask(op.operands[0], address_bits(op)) || changed;
            case OpKind::store:
                changed |= ask(op.operands[0], address_bits(op));
                return ask(op.operands[1], ~0U) || changed;
            case OpKind::select:
                changed |= ask(op.operands[0], asked > 0);
                changed |= ask(op.operands[1], asked);
                return ask(op.operands[2], asked) || changed;
            case OpKind::add:
            case OpKind::sub:
            case OpKind::mul:
            case OpKind::bit_or:
            case OpKind::bit_xor:
            case OpKind::phi:
            case OpKind::trunc:
            case OpKind::zext:
                return ask_all(op, asked) || changed;
            case OpKind::sext:
                return ask(op.operands[0], asked) || changed;
            case OpKind::bit_and: {
                const unsigned both = std::min(high(op.operands[0]), high(op.operands[1]));
                return ask_all(op, std::min(asked, both)) || changed;
            }
            case OpKind::shl:
            case OpKind::lshr:
                return ask_shifted(op, asked) || changed;
            case OpKind::slice:
                return ask(op.operands[0], asked ? asked + op.offset : 0) || changed;
            case OpKind::insert:
                changed |= ask(op.operands[0], asked);
                return ask(op.operands[1], asked > op.offset ? asked - op.offset : 0) || changed;
            default: {
                // Arithmetic looks at all bits if anybody looks at the result.
                const bool acts = op.kind >= OpKind::stream_read;
                return ask_all(op, asked || acts ? ~0U : 0) || changed;
            }
        }
    }

    bool ask_shifted(const Op& op, unsigned asked) {
        const auto by = small_constant(kernel_, op.operands[1]);
        if (!by) return ask_all(op, asked ? ~0U : 0);
        if (op.kind == OpKind::lshr) return ask(op.operands[0], asked ? asked + *by : 0);
        return ask(op.operands[0], asked > *by ? asked - *by : 0);
    }

    const Kernel& kernel_;
    std::vector<unsigned> high_, asked_, zeros_;
};

}  // namespace

std::vector<unsigned> used_bits(const Kernel& kernel) { return UsedBits(kernel).find(); }

}  // namespace tapestry::hls
