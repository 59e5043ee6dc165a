// SPDX-License-Identifier: Apache-2.0
#include "find/taps/tap_operators.h"

#include <algorithm>
#include <array>

#include "base/verilog_lexer.h"

namespace tapestry {

namespace {

// The symbols of SystemVerilog with more than one character, longer ones first. Those with an
// effect are here so that they are seen, and refused because nothing below knows them.
constexpr std::array<std::string_view, 45> kLongSymbols = {
    "<<<=", ">>>=", "<<<", ">>>", "===", "!==", "<<=", ">>=", "==?", "!=?", "<->", "&&&",
    "|->",  "|=>",  "&&",  "||",  "==",  "!=",  "<=",  ">=",  "<<",  ">>",  "~&",  "~|",
    "~^",   "^~",   "**",  "++",  "--",  "+=",  "-=",  "*=",  "/=",  "%=",  "&=",  "|=",
    "^=",   "->",   "=>",  "::",  "+:",  "-:",  ".*",  ":=",  ":/"};

struct Binding {
    std::string_view symbol;
    int strength;
};
constexpr Binding kBindings[] = {
    {"||", 1}, {"&&", 2},  {"|", 3},   {"^", 4}, {"^~", 4}, {"~^", 4}, {"&", 5},  {"==", 6},
    {"!=", 6}, {"===", 6}, {"!==", 6}, {"<", 7}, {"<=", 7}, {">", 7},  {">=", 7}, {"<<", 8},
    {">>", 8}, {"<<<", 8}, {">>>", 8}, {"+", 9}, {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10}};

std::string_view symbol_at(std::string_view text, std::size_t at) {
    const std::string_view rest = text.substr(at);
    const auto found = std::find_if(kLongSymbols.begin(), kLongSymbols.end(),
                                    [&](std::string_view s) { return rest.starts_with(s); });
    return rest.substr(0, found == kLongSymbols.end() ? 1 : found->size());
}

TapToken token_of(std::string_view text, std::size_t at) {
    const VerilogToken token = token_at(text, at);
    if (token.kind == VerilogToken::Kind::word) return {TapToken::Kind::name, token.text};
    if (token.kind == VerilogToken::Kind::number) return {TapToken::Kind::number, token.text};
    return {TapToken::Kind::symbol, symbol_at(text, at)};
}

}  // namespace

std::vector<TapToken> tap_tokens(std::string_view expression) {
    std::vector<TapToken> tokens;
    for (std::size_t at = 0; at < expression.size();) {
        if (is_blank(expression[at])) {
            ++at;
            continue;
        }
        tokens.push_back(token_of(expression, at));
        at += tokens.back().text.size();
    }
    tokens.push_back({});
    return tokens;
}

int binding_of(std::string_view symbol) {
    const auto found = std::find_if(std::begin(kBindings), std::end(kBindings),
                                    [&](const Binding& b) { return b.symbol == symbol; });
    return found == std::end(kBindings) ? 0 : found->strength;
}

bool is_unary(std::string_view symbol) {
    constexpr std::string_view kAll[] = {"!", "~", "-", "+", "&", "|", "^", "~&", "~|", "~^", "^~"};
    return std::find(std::begin(kAll), std::end(kAll), symbol) != std::end(kAll);
}

}  // namespace tapestry
