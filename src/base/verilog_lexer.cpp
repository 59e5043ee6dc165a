// SPDX-License-Identifier: Apache-2.0
#include "base/verilog_lexer.h"

namespace tapestry {

namespace {

using Kind = VerilogToken::Kind;

Kind kind_of(char first) {
    if (first == '\\' || is_word_start(first)) return Kind::word;
    if (first == '`') return Kind::macro;
    if (first == '$') return Kind::system;
    const bool digit = std::isdigit(static_cast<unsigned char>(first)) != 0;
    return digit || first == '\'' ? Kind::number : Kind::symbol;
}

// Size, base and digits of a number form one token if no blank separates them.
std::size_t end_of_number(std::string_view text, std::size_t at) {
    while (at < text.size() && (is_word_part(text[at]) || text[at] == '\'')) ++at;
    return at;
}

}  // namespace

std::size_t end_of_word(std::string_view text, std::size_t at) {
    if (at < text.size() && text[at] == '\\') {
        while (at < text.size() && !is_blank(text[at])) ++at;
        return at;
    }
    while (at < text.size() && is_word_part(text[at])) ++at;
    return at;
}

VerilogToken token_at(std::string_view masked, std::size_t at) {
    const Kind kind = kind_of(masked[at]);
    std::size_t end = at + 1;
    if (kind == Kind::word) end = end_of_word(masked, at);
    if (kind == Kind::macro) end = end_of_word(masked, at + 1);
    if (kind == Kind::number || kind == Kind::system) end = end_of_number(masked, at);
    return {kind, masked.substr(at, end - at), at};
}

std::vector<VerilogToken> tokens_of(std::string_view masked) {
    std::vector<VerilogToken> tokens;
    for (std::size_t at = 0; at < masked.size();) {
        if (is_blank(masked[at])) {
            ++at;
            continue;
        }
        tokens.push_back(token_at(masked, at));
        at += tokens.back().text.size();
    }
    return tokens;
}

}  // namespace tapestry
