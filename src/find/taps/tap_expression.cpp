// SPDX-License-Identifier: Apache-2.0
#include "find/taps/tap_expression.h"

#include <fmt/format.h>

#include <algorithm>

#include "find/taps/tap_names.h"
#include "find/taps/tap_number.h"
#include "find/taps/tap_operators.h"

namespace tapestry {

namespace {

constexpr int kDeepest = 100;

// What is known of a part of an expression.
struct Operand {
    MaybeRange value;
    std::optional<std::uint64_t> names_width;  // of a name, or of names in braces
};

MaybeRange calculated(std::string_view symbol, const MaybeRange& a, const MaybeRange& b) {
    constexpr std::int64_t kFar = std::int64_t{1} << 40;  // then it is not followed any more
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

// Reads from left to right; the first thing that does not fit is thrown.
class TapExpression {
public:
    TapExpression(const std::string& text, const Design& design, const ModuleIndex& index)
        : tokens_(tap_tokens(text)), design_(design), index_(index) {}

    Operand whole() {
        const Operand all = choice();
        if (token().kind != TapToken::Kind::end) refuse();
        return all;
    }

private:
    const TapToken& token() const { return tokens_[at_]; }
    bool is(std::string_view symbol) const {
        return token().kind == TapToken::Kind::symbol && token().text == symbol;
    }
    bool take(std::string_view symbol) {
        if (!is(symbol)) return false;
        ++at_;
        return true;
    }
    void need(std::string_view symbol) {
        if (!take(symbol)) refuse();
    }
    [[noreturn]] void refuse() const {
        if (token().kind == TapToken::Kind::end) throw WrongExpression{"it ends too early"};
        if (at_ == 0)
            throw WrongExpression{
                fmt::format("an expression cannot begin with '{}'", token().text)};
        throw WrongExpression{
            fmt::format("'{}' cannot stand behind '{}'", token().text, tokens_[at_ - 1].text)};
    }

    // condition ? one : other
    Operand choice() {
        if (++depth_ > kDeepest) throw WrongExpression{"its brackets are too deep"};
        Operand first = chain(kWeakest);
        if (take("?")) {
            const MaybeRange a = choice().value;
            need(":");
            const MaybeRange b = choice().value;
            first = {};
            if (a && b)
                first.value = TapRange{std::min(a->least, b->least), std::max(a->most, b->most)};
        }
        --depth_;
        return first;
    }

    // Operands with operators between them that bind at least so strongly.
    Operand chain(int weakest) {
        Operand left = unary();
        for (;;) {
            const int binding =
                token().kind == TapToken::Kind::symbol ? binding_of(token().text) : 0;
            if (binding < weakest || binding == 0) return left;
            const std::string_view symbol = token().text;
            ++at_;
            const Operand right = chain(binding + 1);
            left = {calculated(symbol, left.value, right.value), std::nullopt};
        }
    }

    // One at most before an operand: not every tool takes more without brackets.
    Operand unary() {
        if (token().kind != TapToken::Kind::symbol || !is_unary(token().text)) return primary();
        const std::string_view symbol = token().text;
        ++at_;
        if (token().kind == TapToken::Kind::symbol && is_unary(token().text))
            throw WrongExpression{
                fmt::format("'{}' behind '{}' needs brackets around it", token().text, symbol)};
        const MaybeRange value = primary().value;
        if (symbol == "+") return {value, std::nullopt};
        if (symbol != "-") return {};
        return {calculated("-", TapRange{0, 0}, value), std::nullopt};
    }

    Operand primary() {
        if (token().kind == TapToken::Kind::name) return name();
        if (token().kind == TapToken::Kind::number) return number();
        if (is("{")) return braces();
        need("(");
        const Operand inside = choice();
        need(")");
        return {inside.value, std::nullopt};
    }

    Operand number() {
        std::string why;
        const auto read = read_tap_number(token().text, why);
        if (!read) throw WrongExpression{why};
        if (read->is_unknown && indices_ > 0)
            throw WrongExpression{fmt::format("'{}' is no index", token().text)};
        ++at_;
        if (!read->value) return {};
        return {TapRange{*read->value, *read->value}, std::nullopt};
    }

    // {a, b}, or {3{a, b}}
    Operand braces() {
        need("{");
        if (++depth_ > kDeepest) throw WrongExpression{"its brackets are too deep"};
        const Operand first = choice();
        Operand all;
        all.names_width = first.names_width;
        if (is("{")) {
            if (!first.value || !first.value->is_one() || first.value->least < 1)
                throw WrongExpression{"how often braces are repeated is no constant"};
            braces();
            all.names_width.reset();
        }
        while (take(",")) {
            const auto next = choice().names_width;
            all.names_width = all.names_width && next
                                  ? std::optional<std::uint64_t>(*all.names_width + *next)
                                  : std::nullopt;
        }
        need("}");
        --depth_;
        return all;
    }

    Operand name() {
        NameWalk walk(std::string(token().text), design_, index_);
        ++at_;
        for (;;) {
            if (take(".")) {
                if (token().kind != TapToken::Kind::name) refuse();
                walk.member(std::string(token().text));
                ++at_;
            } else if (take("[")) {
                select(walk);
            } else {
                walk.finish();
                return {walk.value(), walk.width()};
            }
        }
    }

    void select(NameWalk& walk) {
        const std::size_t from = at_;
        ++indices_;
        const MaybeRange first = choice().value;
        const int step = is("+:") ? 1 : is("-:") ? -1 : 0;
        const bool is_part = take(":") || take("+:") || take("-:");
        const MaybeRange second = is_part ? choice().value : std::nullopt;
        --indices_;
        std::string text;
        for (std::size_t i = from; i < at_; ++i) text += tokens_[i].text;
        need("]");
        is_part ? walk.part(first, second, step, text) : walk.one(first, text);
    }

    std::vector<TapToken> tokens_;
    const Design& design_;
    const ModuleIndex& index_;
    std::size_t at_ = 0;
    int depth_ = 0;
    int indices_ = 0;  // brackets of indices around us
};

}  // namespace

std::string why_no_expression(const std::string& expression, const Design& design,
                              const ModuleIndex& index) {
    try {
        TapExpression(expression, design, index).whole();
    } catch (const WrongExpression& wrong) {
        return wrong.why;
    }
    return {};
}

std::optional<std::uint64_t> width_of_names(const std::string& expression, const Design& design,
                                            const ModuleIndex& index) {
    try {
        return TapExpression(expression, design, index).whole().names_width;
    } catch (const WrongExpression&) {
        return std::nullopt;
    }
}

}  // namespace tapestry
