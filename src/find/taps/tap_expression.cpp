// SPDX-License-Identifier: Apache-2.0
#include "find/taps/tap_expression.h"

#include <fmt/format.h>

#include <algorithm>

#include "find/taps/tap_names.h"
#include "model/expression/verilog_expression.h"

namespace tapestry {

namespace {

constexpr std::uint32_t kMostBits = 1 << 16;  // widest number that every tool accepts
constexpr std::uint64_t kBeyondAnyRange = INT64_MAX / 16;

// What is known about a part of an expression.
struct Operand {
    MaybeRange value;
    std::optional<std::uint64_t> names_width;  // of a name, or of names in braces
};

MaybeRange calculated(std::string_view symbol, const MaybeRange& a, const MaybeRange& b) {
    constexpr std::int64_t kFar = std::int64_t{1} << 40;  // larger values are not tracked
    if (!a || !b) return std::nullopt;
    for (const std::int64_t n : {a->least, a->most, b->least, b->most})
        if (n > kFar || n < -kFar) return std::nullopt;
    if (symbol == "+") return TapRange{a->least + b->least, a->most + b->most};
    if (symbol == "-") return TapRange{a->least - b->most, a->most - b->least};
    if (!a->is_one() || !b->is_one() || a->least < 0 || b->least < 0) return std::nullopt;
    const std::int64_t x = a->least;
    const std::int64_t y = b->least;
    const auto one = [](std::int64_t n) { return TapRange{n, n}; };
    if (symbol == "*" && (y == 0 || x <= kFar / y)) return one(x * y);
    if (symbol == "/" && y > 0) return one(x / y);
    if (symbol == "%" && y > 0) return one(x % y);
    if ((symbol == "<<" || symbol == "<<<") && y < 20 && x < kFar >> 20) return one(x << y);
    if ((symbol == ">>" || symbol == ">>>") && y < 63) return one(x >> y);
    return std::nullopt;
}

// Checks an expression; throws at the first construct that a tap does not support.
class TapExpression {
public:
    TapExpression(const Design& design, const ModuleIndex& index)
        : design_(design), index_(index) {}

    Operand check(const VerilogExpression& e) {
        using Kind = VerilogExpression::Kind;
        switch (e.kind) {
            case Kind::number:
                return number(e);
            case Kind::name:
                return name(e);
            case Kind::unary:
                return unary(e);
            case Kind::binary:
                return binary(e);
            case Kind::choice:
                return choice(e);
            case Kind::braces:
                return braces(e);
            case Kind::repeated_braces:
                return repeated(e);
        }
        return {};
    }

private:
    Operand number(const VerilogExpression& e) const {
        const Bits& value = e.number.value;
        if (value.width > kMostBits)
            throw WrongExpression{fmt::format("'{}' has more than {} bits", e.text, kMostBits)};
        if (e.number.is_too_long)
            throw WrongExpression{
                fmt::format("'{}' has more than {} bits", e.text, e.number.said_bits)};
        if (value.has_unknown() && indices_ > 0)
            throw WrongExpression{fmt::format("'{}' is no index", e.text)};
        if (value.has_unknown() || e.number.fills) return {};
        const auto n = static_cast<std::int64_t>(
            std::min(value.number().value_or(kBeyondAnyRange), kBeyondAnyRange));
        return {TapRange{n, n}, std::nullopt};
    }

    // At most one unary operator per operand: not every tool accepts more without parentheses.
    Operand unary(const VerilogExpression& e) {
        const VerilogExpression& operand = e.operands[0];
        const std::string_view symbol = e.operation->symbol;
        if (operand.kind == VerilogExpression::Kind::unary && !operand.in_brackets)
            throw WrongExpression{fmt::format("'{}' behind '{}' needs brackets around it",
                                              operand.operation->symbol, symbol)};
        const MaybeRange value = check(operand).value;
        if (symbol == "+") return {value, std::nullopt};
        if (symbol != "-") return {};
        return {calculated("-", TapRange{0, 0}, value), std::nullopt};
    }

    Operand binary(const VerilogExpression& e) {
        const MaybeRange left = check(e.operands[0]).value;
        const MaybeRange right = check(e.operands[1]).value;
        return {calculated(e.operation->symbol, left, right), std::nullopt};
    }

    Operand choice(const VerilogExpression& e) {
        check(e.operands[0]);
        const MaybeRange a = check(e.operands[1]).value;
        const MaybeRange b = check(e.operands[2]).value;
        if (!a || !b) return {};
        return {TapRange{std::min(a->least, b->least), std::max(a->most, b->most)}, std::nullopt};
    }

    Operand braces(const VerilogExpression& e) {
        Operand all{std::nullopt, 0};
        for (const VerilogExpression& part : e.operands) {
            const auto width = check(part).names_width;
            const bool known = all.names_width && width && !part.in_brackets;
            all.names_width = known ? std::optional(*all.names_width + *width) : std::nullopt;
        }
        return all;
    }

    Operand repeated(const VerilogExpression& e) {
        const MaybeRange count = check(e.operands[0]).value;
        if (!count || !count->is_one() || count->least < 1)
            throw WrongExpression{"how often braces are repeated is no constant"};
        check(e.operands[1]);
        return {};
    }

    Operand name(const VerilogExpression& e) {
        NameWalk walk(e.text, design_, index_);
        for (const NameStep& step : e.steps) {
            if (step.kind == NameStep::Kind::member)
                walk.member(step.text);
            else
                select(walk, step);
        }
        walk.finish();
        return {walk.value(), walk.width()};
    }

    void select(NameWalk& walk, const NameStep& step) {
        using Kind = NameStep::Kind;
        ++indices_;
        const MaybeRange first = check(step.operands[0]).value;
        const bool is_part = step.kind != Kind::index;
        const MaybeRange second = is_part ? check(step.operands[1]).value : std::nullopt;
        --indices_;
        const int direction = step.kind == Kind::upward ? 1 : step.kind == Kind::downward ? -1 : 0;
        if (is_part)
            walk.part(first, second, direction, step.text);
        else
            walk.one(first, step.text);
    }

    const Design& design_;
    const ModuleIndex& index_;
    int indices_ = 0;  // nesting depth of index brackets
};

Operand check_text(const std::string& expression, const Design& design, const ModuleIndex& index) {
    std::string why;
    const auto parsed = parse_verilog_expression(expression, why);
    if (!parsed) throw WrongExpression{why};
    Operand all = TapExpression(design, index).check(*parsed);
    if (parsed->in_brackets) all.names_width.reset();
    return all;
}

}  // namespace

std::string why_no_expression(const std::string& expression, const Design& design,
                              const ModuleIndex& index) {
    try {
        check_text(expression, design, index);
    } catch (const WrongExpression& wrong) {
        return wrong.why;
    }
    return {};
}

std::optional<std::uint64_t> width_of_names(const std::string& expression, const Design& design,
                                            const ModuleIndex& index) {
    try {
        return check_text(expression, design, index).names_width;
    } catch (const WrongExpression&) {
        return std::nullopt;
    }
}

}  // namespace tapestry
