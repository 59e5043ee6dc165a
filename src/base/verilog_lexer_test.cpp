// SPDX-License-Identifier: Apache-2.0
#include "base/verilog_lexer.h"

#include <gtest/gtest.h>

#include <string>

namespace tapestry {
namespace {

std::string tokens(std::string_view text) {
    constexpr std::string_view kLetters = "wmnsy";  // in the order of VerilogToken::Kind
    std::string all;
    for (const VerilogToken& token : tokens_of(text)) {
        EXPECT_EQ(text.substr(token.position, token.text.size()), token.text);
        all += (all.empty() ? "" : " ") +
               std::string(1, kLetters[static_cast<std::size_t>(token.kind)]) + ":" +
               std::string(token.text);
    }
    return all;
}

TEST(VerilogLexer, Table) {
    EXPECT_EQ(tokens(""), "");
    EXPECT_EQ(tokens("assign a_$1=b;"), "w:assign w:a_$1 y:= w:b y:;");
    EXPECT_EQ(tokens("4'b10x + 12 'd3 8'hff"), "n:4'b10x y:+ n:12 n:'d3 n:8'hff");
    EXPECT_EQ(tokens("\\a+b[0] .c"), "w:\\a+b[0] y:. w:c");
    EXPECT_EQ(tokens("`MAX$clog2(N)"), "m:`MAX$clog2 y:( w:N y:)");
    EXPECT_EQ(tokens("$clog2(N)"), "s:$clog2 y:( w:N y:)");
    EXPECT_EQ(tokens("x='{a,b}"), "w:x y:= n:' y:{ w:a y:, w:b y:}");
    EXPECT_EQ(tokens("pkg::S ` \\"), "w:pkg y:: y:: w:S m:` w:\\");
}

TEST(VerilogLexer, Identifiers) {
    EXPECT_TRUE(is_identifier("a1"));
    EXPECT_TRUE(is_identifier("\\a+b"));
    EXPECT_FALSE(is_identifier("1a"));
    EXPECT_FALSE(is_identifier("$x"));
    EXPECT_FALSE(is_identifier(""));
    EXPECT_EQ(end_of_word("ab.c", 0), 2U);
    EXPECT_EQ(end_of_word("\\a.b c", 0), 4U);
    EXPECT_EQ(end_of_word("a", 1), 1U);
}

}  // namespace
}  // namespace tapestry
