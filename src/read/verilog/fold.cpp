// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/fold.h"

#include <array>

namespace tapestry {

namespace {

struct Number {
    std::uint64_t bits = 0;
    std::uint32_t width = 0;

    std::int64_t as_signed() const {
        const std::uint32_t unused = 64 - width;
        return static_cast<std::int64_t>(bits << unused) >> unused;
    }
};

std::optional<Number> number_of(const Module& module, ExprId id) {
    const Expr& expr = module.expr(id);
    if (expr.op != Op::constant || expr.value.width() == 0 || expr.value.width() > 64)
        return std::nullopt;
    const auto bits = expr.value.to_u64();
    if (!bits) return std::nullopt;
    return Number{*bits, expr.value.width()};
}

std::uint64_t shifted(const Number& a, std::uint64_t by, Op op) {
    if (by >= a.width) return op == Op::shift_right_signed && a.as_signed() < 0 ? ~0ULL : 0;
    if (op == Op::shift_left) return a.bits << by;
    if (op == Op::shift_right) return a.bits >> by;
    return static_cast<std::uint64_t>(a.as_signed() >> by);
}

std::optional<std::uint64_t> divided(const Number& a, const Number& b, Op op) {
    if (b.bits == 0) return std::nullopt;
    return op == Op::divide ? a.bits / b.bits : a.bits % b.bits;
}

std::uint64_t compared(const Number& a, const Number& b, const Expr& expr) {
    const bool less = expr.is_signed ? a.as_signed() < b.as_signed() : a.bits < b.bits;
    const bool same = a.bits == b.bits;
    switch (expr.op) {
        case Op::less:
            return less;
        case Op::less_or_equal:
            return less || same;
        case Op::greater:
            return !less && !same;
        case Op::greater_or_equal:
            return !less;
        case Op::equal:
            return same;
        default:
            return !same;
    }
}

std::optional<std::uint64_t> unary(const Number& a, Op op) {
    switch (op) {
        case Op::not_:
            return ~a.bits;
        case Op::negate:
            return -a.bits;
        case Op::extend:
            return a.bits;
        case Op::sign_extend:
            return static_cast<std::uint64_t>(a.as_signed());
        default:
            return std::nullopt;
    }
}

std::optional<std::uint64_t> binary(const Number& a, const Number& b, const Expr& expr) {
    switch (expr.op) {
        case Op::add:
            return a.bits + b.bits;
        case Op::subtract:
            return a.bits - b.bits;
        case Op::multiply:
            return a.bits * b.bits;
        case Op::divide:
        case Op::modulo:
            return expr.is_signed && (a.as_signed() < 0 || b.as_signed() < 0)
                       ? std::nullopt
                       : divided(a, b, expr.op);
        case Op::and_:
            return a.bits & b.bits;
        case Op::or_:
            return a.bits | b.bits;
        case Op::xor_:
            return a.bits ^ b.bits;
        case Op::shift_left:
        case Op::shift_right:
        case Op::shift_right_signed:
            return shifted(a, b.bits, expr.op);
        case Op::concatenate:
            return b.width < 64 ? (a.bits << b.width) | b.bits : b.bits;
        case Op::less:
        case Op::less_or_equal:
        case Op::greater:
        case Op::greater_or_equal:
        case Op::equal:
        case Op::not_equal:
            return compared(a, b, expr);
        default:
            return std::nullopt;
    }
}

}  // namespace

std::optional<Constant> folded(const Module& module, const Expr& expr) {
    if (expr.width == 0 || expr.width > 64 || expr.args.empty() || expr.args.size() > 3)
        return std::nullopt;
    std::array<Number, 3> numbers;
    for (std::size_t i = 0; i < expr.args.size(); ++i) {
        const auto number = number_of(module, expr.args[i]);
        if (!number) return std::nullopt;
        numbers[i] = *number;
    }
    std::optional<std::uint64_t> bits;
    if (expr.op == Op::select)
        bits = shifted(numbers[0], numbers[1].bits, Op::shift_right);
    else if (expr.op == Op::conditional)
        bits = numbers[numbers[0].bits != 0 ? 1 : 2].bits;
    else if (expr.args.size() == 1)
        bits = unary(numbers[0], expr.op);
    else
        bits = binary(numbers[0], numbers[1], expr);
    if (!bits) return std::nullopt;
    const std::uint64_t mask = expr.width == 64 ? ~0ULL : (1ULL << expr.width) - 1;
    return Constant(expr.width, *bits & mask);
}

}  // namespace tapestry
