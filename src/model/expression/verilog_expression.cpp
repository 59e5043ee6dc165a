// SPDX-License-Identifier: Apache-2.0
#include "model/expression/verilog_expression.h"

#include <fmt/format.h>

#include "base/verilog_lexer.h"

namespace tapestry {

namespace {

constexpr int kDeepestExpression = 200;
constexpr int kMostOperands = 4000;

struct ExpressionToken {
    enum class Kind { name, number, symbol, end } kind = Kind::end;
    std::string_view text;
};

// Thrown and caught inside parse_verilog_expression only.
struct NoExpression {
    std::string why;
};

ExpressionToken expression_token(std::string_view text, std::size_t at) {
    const VerilogToken token = token_at(text, at);
    if (token.kind == VerilogToken::Kind::word) return {ExpressionToken::Kind::name, token.text};
    if (token.kind == VerilogToken::Kind::number)
        return {ExpressionToken::Kind::number, token.text};
    if (token.kind != VerilogToken::Kind::symbol)
        return {ExpressionToken::Kind::symbol, token.text};
    return {ExpressionToken::Kind::symbol, symbol_of(text.substr(at))};
}

// The last token marks the end.
std::vector<ExpressionToken> expression_tokens(std::string_view text) {
    std::vector<ExpressionToken> tokens;
    for (std::size_t at = 0; at < text.size();) {
        if (is_blank(text[at])) {
            ++at;
            continue;
        }
        tokens.push_back(expression_token(text, at));
        at += tokens.back().text.size();
    }
    tokens.push_back({});
    return tokens;
}

// Recursive descent; throws at the first error.
class ExpressionParser {
public:
    using Kind = VerilogExpression::Kind;

    explicit ExpressionParser(std::string_view text) : tokens_(expression_tokens(text)) {}

    VerilogExpression whole() {
        VerilogExpression all = choice();
        if (token().kind != ExpressionToken::Kind::end) refuse();
        return all;
    }

private:
    // Limits the depth of the tree, and so the recursion of all functions that walk it.
    struct Deeper {
        explicit Deeper(int& depth) : depth_(depth) {
            if (++depth_ > kDeepestExpression) throw NoExpression{"it is nested too deeply"};
        }
        ~Deeper() { --depth_; }
        Deeper(const Deeper&) = delete;
        Deeper& operator=(const Deeper&) = delete;

    private:
        int& depth_;
    };

    const ExpressionToken& token() const { return tokens_[at_]; }
    bool is_symbol() const { return token().kind == ExpressionToken::Kind::symbol; }
    bool is(std::string_view symbol) const { return is_symbol() && token().text == symbol; }
    bool take(std::string_view symbol) {
        if (!is(symbol)) return false;
        ++at_;
        return true;
    }
    void need(std::string_view symbol) {
        if (!take(symbol)) refuse();
    }
    [[noreturn]] void refuse() const {
        if (token().kind == ExpressionToken::Kind::end) throw NoExpression{"it ends too early"};
        if (at_ == 0)
            throw NoExpression{fmt::format("an expression cannot begin with '{}'", token().text)};
        throw NoExpression{
            fmt::format("'{}' cannot stand behind '{}'", token().text, tokens_[at_ - 1].text)};
    }

    static VerilogExpression made(Kind kind, const VerilogOperator* operation,
                                  std::vector<VerilogExpression> operands) {
        VerilogExpression e;
        e.kind = kind;
        e.operation = operation;
        e.operands = std::move(operands);
        return e;
    }

    // condition ? one : other
    VerilogExpression choice() {
        const Deeper deeper(depth_);
        VerilogExpression first = chain(kWeakestOperator);
        if (!take("?")) return first;
        VerilogExpression e = made(Kind::choice, nullptr, {});
        e.operands.push_back(std::move(first));
        e.operands.push_back(choice());
        need(":");
        e.operands.push_back(choice());
        return e;
    }

    // Binary operators with a precedence of at least `weakest`.
    VerilogExpression chain(int weakest) {
        VerilogExpression left = unary();
        for (;;) {
            const VerilogOperator* const o =
                is_symbol() ? find_binary_operator(token().text) : nullptr;
            if (!o || o->strength < weakest) return left;
            ++at_;
            VerilogExpression e = made(Kind::binary, o, {});
            e.operands.push_back(std::move(left));
            e.operands.push_back(chain(o->strength + 1));
            left = std::move(e);
        }
    }

    VerilogExpression unary() {
        const Deeper deeper(depth_);
        // A chain of operators makes a tree as deep as the chain is long.
        if (++operands_ > kMostOperands) throw NoExpression{"it has too many operands"};
        const VerilogOperator* const o = is_symbol() ? find_unary_operator(token().text) : nullptr;
        if (!o) return primary();
        ++at_;
        VerilogExpression e = made(Kind::unary, o, {});
        e.operands.push_back(unary());
        return e;
    }

    VerilogExpression primary() {
        if (token().kind == ExpressionToken::Kind::name) return name();
        if (token().kind == ExpressionToken::Kind::number) return number();
        if (take("{")) return braces();
        need("(");
        VerilogExpression inside = choice();
        need(")");
        inside.in_brackets = true;
        return inside;
    }

    // Blanks are legal before the quote and after the base: 8 'h ff.
    VerilogExpression number() {
        VerilogExpression e = made(Kind::number, nullptr, {});
        e.text = token().text;
        ++at_;
        const auto next_is = [&](char c) {
            return token().kind == ExpressionToken::Kind::number && token().text[0] == c;
        };
        if (e.text.find('\'') == std::string::npos && next_is('\'')) e.text += tokens_[at_++].text;
        const bool digits_follow =
            (token().kind == ExpressionToken::Kind::number && !next_is('\'')) ||
            token().kind == ExpressionToken::Kind::name;
        if (digits_follow && ends_with_base(e.text)) e.text += tokens_[at_++].text;
        std::string why;
        auto read = read_verilog_number(e.text, why);
        if (!read) throw NoExpression{why};
        e.number = std::move(*read);
        return e;
    }
    static bool ends_with_base(std::string_view text) {
        const std::size_t quote = text.find('\'');
        if (quote == std::string_view::npos) return false;
        const std::string_view base = text.substr(quote + 1);
        const bool is_signed = base.size() == 2 && (base[0] == 's' || base[0] == 'S');
        return (base.size() == 1 || is_signed) &&
               std::string_view("bodhBODH").find(base.back()) != std::string_view::npos;
    }

    // The first brace is already consumed.
    VerilogExpression braces() {
        const Deeper deeper(depth_);
        VerilogExpression e = made(Kind::braces, nullptr, {});
        e.operands.push_back(choice());
        if (take("{")) {
            e.kind = Kind::repeated_braces;
            e.operands.push_back(braces());
        } else {
            while (take(",")) e.operands.push_back(choice());
        }
        need("}");
        return e;
    }

    VerilogExpression name() {
        VerilogExpression e = made(Kind::name, nullptr, {});
        e.text = name_text();
        for (;;) {
            if (take("."))
                e.steps.push_back({NameStep::Kind::member, name_text(), {}});
            else if (take("["))
                e.steps.push_back(select());
            else
                return e;
        }
    }

    std::string name_text() {
        if (token().kind != ExpressionToken::Kind::name) refuse();
        const std::string_view text = tokens_[at_++].text;
        return std::string(text[0] == '\\' ? text.substr(1) : text);
    }

    // The opening bracket is already consumed.
    NameStep select() {
        NameStep step;
        const std::size_t from = at_;
        step.operands.push_back(choice());
        step.kind = take(":")    ? NameStep::Kind::range
                    : take("+:") ? NameStep::Kind::upward
                    : take("-:") ? NameStep::Kind::downward
                                 : NameStep::Kind::index;
        if (step.kind != NameStep::Kind::index) step.operands.push_back(choice());
        for (std::size_t i = from; i < at_; ++i) step.text += tokens_[i].text;
        need("]");
        return step;
    }

    std::vector<ExpressionToken> tokens_;
    std::size_t at_ = 0;
    int depth_ = 0;
    int operands_ = 0;
};

}  // namespace

std::optional<VerilogExpression> parse_verilog_expression(std::string_view text, std::string& why) {
    try {
        return ExpressionParser(text).whole();
    } catch (const NoExpression& refused) {
        why = refused.why;
        return std::nullopt;
    }
}

}  // namespace tapestry
