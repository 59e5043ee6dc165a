// SPDX-License-Identifier: Apache-2.0
// The tokens by which two Verilog texts are compared. Blanks and ordinary comments make no
// difference; strings, comments that tools obey, lines of definitions and arguments of macros do,
// byte for byte.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

struct ComparedToken {
    enum class Kind {
        word,
        macro,  // with its arguments
        number,
        system,
        symbol,
        text,  // a string, a whole line with a definition, or a comment that a tool obeys
    } kind = Kind::symbol;
    std::string text;
    std::size_t line = 0;
    // One symbol together with the token before: `a && b` is not `a & & b`.
    bool glued = false;

    bool operator==(const ComparedToken& other) const {
        return kind == other.kind && text == other.text && glued == other.glued;
    }
};

// A macro's name that is one of the compiler's own, as `ifdef.
bool is_directive(std::string_view token);

std::vector<ComparedToken> compared_tokens(std::string_view text);

}  // namespace tapestry
