// SPDX-License-Identifier: Apache-2.0
// The operators of a tap's expression, and its text cut into them, names and numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

struct TapToken {
    enum class Kind { name, number, symbol, end } kind = Kind::end;
    std::string_view text;
};

// Symbols are cut as Verilog cuts them, the longest first: `a++` has a `++`, which is no operator
// here. The last token is the end.
std::vector<TapToken> tap_tokens(std::string_view expression);

// How strongly an operator between two operands binds them; 0: it is none.
int binding_of(std::string_view symbol);
inline constexpr int kWeakest = 1;

bool is_unary(std::string_view symbol);

}  // namespace tapestry
