// SPDX-License-Identifier: Apache-2.0
// The tokens of Verilog text. Every stage that reads Verilog as text uses this lexer.
#pragma once

#include <cctype>
#include <cstddef>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace tapestry {

inline bool is_word_start(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}
inline bool is_word_part(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
}

// The position after the word that begins at `at`; an escaped identifier extends to the next blank.
std::size_t end_of_word(std::string_view text, std::size_t at);

struct VerilogToken {
    enum class Kind {
        word,    // an identifier or keyword; an escaped one keeps its backslash
        macro,   // `name: a macro or a directive
        number,  // 4'b10x, 12, or the ' that begins a cast or an assignment pattern
        system,  // $name
        symbol,  // any other character, one per token
    } kind = Kind::symbol;
    std::string_view text;
    std::size_t position = 0;  // in the text
};

// The token that begins at `at`, which must not be a blank. Comments and strings must be masked
// (verilog_text.h).
VerilogToken token_at(std::string_view masked, std::size_t at);

std::vector<VerilogToken> tokens_of(std::string_view masked);

// True if the token is an identifier, plain or escaped.
inline bool is_identifier(std::string_view token) {
    return !token.empty() && (is_word_start(token[0]) || token[0] == '\\');
}

}  // namespace tapestry
