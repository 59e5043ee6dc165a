// SPDX-License-Identifier: Apache-2.0
#include "read/pragma/vhdl_tokens.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/letter_case.h"
#include "base/verilog_lexer.h"

namespace tapestry {

namespace {

bool is_letter_or_digit(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// An unterminated string ends with its line.
std::size_t behind(std::string_view text, std::size_t at, char close) {
    ++at;
    while (at < text.size() && text[at] != close && text[at] != '\n') ++at;
    return at < text.size() && text[at] == close ? at + 1 : at;
}

std::size_t end_of_comment(std::string_view text, std::size_t at) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("--")) return std::min(text.find('\n', at), text.size());
    if (!rest.starts_with("/*")) return at;
    const std::size_t close = text.find("*/", at + 2);
    return close == std::string_view::npos ? text.size() : close + 2;
}

// A tick after a name begins an attribute, any other tick a character literal.
bool is_character(std::string_view text, std::size_t at, const std::vector<VhdlToken>& before) {
    if (at + 2 >= text.size() || text[at + 2] != '\'' || text[at + 1] == '\n') return false;
    if (before.empty()) return true;
    const char last = before.back().word.back();
    return !(is_letter_or_digit(last) || last == ')' || last == '"') || before.back().end != at;
}

std::size_t end_of_token(std::string_view text, std::size_t at,
                         const std::vector<VhdlToken>& before) {
    constexpr std::array<std::string_view, 8> kPairs = {
        ":=", "<=", "=>", "/=", ">=", "**", "?=", "<>"};
    const char c = text[at];
    if (c == '"') return behind(text, at, '"');
    if (c == '\\') return behind(text, at, '\\');
    if (c == '\'' && is_character(text, at, before)) return at + 3;
    if (is_letter_or_digit(c)) {
        std::size_t end = at;
        while (end < text.size() && is_letter_or_digit(text[end])) ++end;
        return end;
    }
    for (const std::string_view pair : kPairs) {
        if (text.substr(at).starts_with(pair)) return at + 2;
    }
    return at + 1;
}

}  // namespace

std::vector<VhdlToken> vhdl_tokens(std::string_view text) {
    std::vector<VhdlToken> tokens;
    for (std::size_t at = 0; at < text.size();) {
        if (is_blank(text[at])) {
            ++at;
            continue;
        }
        if (const std::size_t end = end_of_comment(text, at); end != at) {
            at = end;
            continue;
        }
        const std::size_t end = end_of_token(text, at, tokens);
        std::string word(text.substr(at, end - at));
        if (is_letter_or_digit(word[0])) word = in_lower_case(word);
        tokens.push_back({std::move(word), at, end});
        at = end;
    }
    return tokens;
}

}  // namespace tapestry
