// SPDX-License-Identifier: Apache-2.0
// Evaluates expressions over bits that are 0, 1 or X.
#include <algorithm>
#include <stdexcept>

#include "expression_node.h"

namespace recount {

namespace {

using Node = Expression::Node;

// ---- values -------------------------------------------------------------------------------

enum class Truth { no, yes, unknown };

Truth truth_of(const Bits& value) {
    if (value.any_one()) return Truth::yes;
    return value.has_unknown() ? Truth::unknown : Truth::no;
}

Bits to_bits(Truth truth) {
    return truth == Truth::unknown ? Bits::all_unknown(1) : Bits::one_bit(truth == Truth::yes);
}

Truth opposite(Truth truth) {
    if (truth == Truth::unknown) return truth;
    return truth == Truth::yes ? Truth::no : Truth::yes;
}

Truth both(Truth a, Truth b) {
    if (a == Truth::no || b == Truth::no) return Truth::no;
    return a == Truth::yes && b == Truth::yes ? Truth::yes : Truth::unknown;
}

Truth either(Truth a, Truth b) { return opposite(both(opposite(a), opposite(b))); }

Truth differs(Truth a, Truth b) {
    if (a == Truth::unknown || b == Truth::unknown) return Truth::unknown;
    return a == b ? Truth::no : Truth::yes;
}

Truth bit_of(const Bits& value, int index) {
    if (value.bit_is_unknown(index)) return Truth::unknown;
    return value.bit_is_one(index) ? Truth::yes : Truth::no;
}

void set_bit(Bits& value, int index, Truth truth) {
    value.set(index, truth == Truth::yes, truth == Truth::unknown);
}

template <typename Function>
Bits each_bit(const Bits& a, const Bits& b, Function function) {
    Bits result(a.width());
    for (int i = 0; i < a.width(); ++i) set_bit(result, i, function(bit_of(a, i), bit_of(b, i)));
    return result;
}

template <typename Function>
Bits reduce(const Bits& a, Function function) {
    Truth result = bit_of(a, 0);
    for (int i = 1; i < a.width(); ++i) result = function(result, bit_of(a, i));
    return to_bits(result);
}

Truth equal(const Bits& a, const Bits& b) {
    Truth result = Truth::yes;
    for (int i = 0; i < a.width(); ++i) {
        result = both(result, opposite(differs(bit_of(a, i), bit_of(b, i))));
    }
    return result;
}

Truth less(const Bits& a, const Bits& b) {
    if (a.has_unknown() || b.has_unknown()) return Truth::unknown;
    for (int i = a.width() - 1; i >= 0; --i) {
        if (a.bit_is_one(i) != b.bit_is_one(i)) return b.bit_is_one(i) ? Truth::yes : Truth::no;
    }
    return Truth::no;
}

// a + b + carry, in the width of a; everything is X when any bit is.
Bits sum(const Bits& a, const Bits& b, bool invert_b, bool carry) {
    if (a.has_unknown() || b.has_unknown()) return Bits::all_unknown(a.width());
    Bits result(a.width());
    for (int i = 0; i < a.width(); ++i) {
        const int total = a.bit_is_one(i) + (b.bit_is_one(i) != invert_b) + carry;
        result.set(i, total & 1, false);
        carry = total > 1;
    }
    return result;
}

Bits shifted(const Bits& a, const Bits& amount, bool to_left) {
    if (amount.has_unknown()) return Bits::all_unknown(a.width());
    const std::int64_t by =
        same_number(amount, Bits::of(amount.low_word(), 64)) && amount.low_word() < 1'000'000
            ? static_cast<std::int64_t>(amount.low_word())
            : a.width();
    Bits result(a.width());
    for (int i = 0; i < a.width(); ++i) {
        const std::int64_t from = to_left ? i - by : i + by;
        if (from >= 0 && from < a.width()) set_bit(result, i, bit_of(a, static_cast<int>(from)));
    }
    return result;
}

// ---- evaluation ---------------------------------------------------------------------------

// a * b, a / b or a % b in the width of a, which is at most 64; X when any bit is, or b is 0.
Bits scaled(Operation operation, const Bits& a, const Bits& b) {
    if (a.width() > 64) throw std::runtime_error("values of more than 64 bits are not scaled");
    if (a.has_unknown() || b.has_unknown()) return Bits::all_unknown(a.width());
    const std::uint64_t x = a.low_word(), y = b.low_word();
    if (operation == Operation::multiply) return Bits::of(x * y, 64).resized(a.width());
    if (y == 0) return Bits::all_unknown(a.width());
    return Bits::of(operation == Operation::divide ? x / y : x % y, 64).resized(a.width());
}

// An operand in its own width.
Bits alone(const Node& node, const std::vector<Bits>& values) {
    return evaluate_node(node, values, node.width);
}

// Which bit, counted from the least significant one, `index` names in the range left:right.
std::int64_t bit_position(const Node& base, std::int64_t index) {
    if (base.operation == Operation::variable && base.variable.left < base.variable.right) {
        return base.variable.right - index;
    }
    return index - (base.operation == Operation::variable ? base.variable.right : 0);
}

Bits evaluate_own(const Node& node, const std::vector<Bits>& values) {
    const auto operand = [&](int i) {
        return alone(*node.operands[static_cast<std::size_t>(i)], values);
    };
    switch (node.operation) {
        case Operation::constant:
            return node.value;
        case Operation::variable:
            return values[static_cast<std::size_t>(node.variable.signal)];
        case Operation::bit_select: {
            const Bits index = operand(1);
            if (index.has_unknown()) return Bits::all_unknown(1);
            return operand(0).slice(
                bit_position(*node.operands[0], static_cast<std::int64_t>(index.low_word())), 1);
        }
        case Operation::part_select: {
            const std::int64_t a = bit_position(*node.operands[0], node.left);
            const std::int64_t b = bit_position(*node.operands[0], node.right);
            return operand(0).slice(std::min(a, b), node.width);
        }
        case Operation::logical_not:
            return to_bits(opposite(truth_of(operand(0))));
        case Operation::reduce_and:
            return reduce(operand(0), both);
        case Operation::reduce_or:
            return reduce(operand(0), either);
        case Operation::reduce_xor:
            return reduce(operand(0), differs);
        case Operation::logical_and:
            return to_bits(both(truth_of(operand(0)), truth_of(operand(1))));
        case Operation::logical_or:
            return to_bits(either(truth_of(operand(0)), truth_of(operand(1))));
        case Operation::concatenate: {
            Bits result(node.width);
            int position = node.width;
            for (const auto& part : node.operands) {
                const Bits value = alone(*part, values);
                position -= value.width();
                for (int i = 0; i < value.width(); ++i) {
                    set_bit(result, position + i, bit_of(value, i));
                }
            }
            return result;
        }
        default:
            throw std::logic_error("not an operation with a width of its own");
    }
}

Bits evaluate_comparison(const Node& node, const std::vector<Bits>& values) {
    const int width = std::max(node.operands[0]->width, node.operands[1]->width);
    const Bits a = evaluate_node(*node.operands[0], values, width);
    const Bits b = evaluate_node(*node.operands[1], values, width);
    switch (node.operation) {
        case Operation::equal:
            return to_bits(equal(a, b));
        case Operation::not_equal:
            return to_bits(opposite(equal(a, b)));
        case Operation::case_equal:
            return Bits::one_bit(a == b);
        case Operation::case_not_equal:
            return Bits::one_bit(!(a == b));
        case Operation::less:
            return to_bits(less(a, b));
        case Operation::less_equal:
            return to_bits(opposite(less(b, a)));
        case Operation::greater:
            return to_bits(less(b, a));
        default:
            return to_bits(opposite(less(a, b)));
    }
}

}  // namespace

Bits evaluate_node(const Node& node, const std::vector<Bits>& values, int width) {
    const auto operand = [&](int i) {
        return evaluate_node(*node.operands[static_cast<std::size_t>(i)], values, width);
    };
    switch (node.operation) {
        case Operation::bitwise_not: {
            const Bits a = operand(0);
            return each_bit(a, a, [](Truth bit, Truth) { return opposite(bit); });
        }
        case Operation::negate:
            return sum(Bits(width), operand(0), true, true);
        case Operation::bitwise_and:
            return each_bit(operand(0), operand(1), both);
        case Operation::bitwise_or:
            return each_bit(operand(0), operand(1), either);
        case Operation::bitwise_xor:
            return each_bit(operand(0), operand(1), differs);
        case Operation::add:
            return sum(operand(0), operand(1), false, false);
        case Operation::subtract:
            return sum(operand(0), operand(1), true, true);
        case Operation::multiply:
        case Operation::divide:
        case Operation::modulo:
            return scaled(node.operation, operand(0), operand(1));
        case Operation::shift_left:
            return shifted(operand(0), alone(*node.operands[1], values), true);
        case Operation::shift_right:
            return shifted(operand(0), alone(*node.operands[1], values), false);
        case Operation::choose: {
            const Truth condition = truth_of(alone(*node.operands[0], values));
            if (condition == Truth::yes) return operand(1);
            if (condition == Truth::no) return operand(2);
            return each_bit(operand(1), operand(2),
                            [](Truth a, Truth b) { return a == b ? a : Truth::unknown; });
        }
        case Operation::equal:
        case Operation::not_equal:
        case Operation::case_equal:
        case Operation::case_not_equal:
        case Operation::less:
        case Operation::less_equal:
        case Operation::greater:
        case Operation::greater_equal:
            return evaluate_comparison(node, values).resized(width);
        default:
            return evaluate_own(node, values).resized(width);
    }
}

}  // namespace recount
