// SPDX-License-Identifier: Apache-2.0
#include "base/verilog_text.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

TEST(VerilogText, MasksCommentsAndStringsInPlace) {
    const struct {
        std::string text;
        std::string masked;
    } cases[] = {
        {"a // b\nc", "a     \nc"},
        {"a // b\r\nc", "a     \r\nc"},
        {"a /* b\n*/ c", "a     \n   c"},
        {"a /* b", "a     "},
        {"a /* // */ b", "a          b"},
        {"x = \"end // \\\" \"; y", "x =             ; y"},
        {"\"/*\" a \"*/\"", "     a     "},
        {"// \"\na", "    \na"},
        {"a / b", "a / b"},
        {"\\odd//name b", "\\odd//name b"},
        {"\\a\" b // c", "\\a\" b     "},
        {"\"open\nend", "     \nend"},
        {"", ""},
        {"/", "/"},
        {"/*", "  "},
        {"\"", " "},
        {"\"\\", "  "},
    };
    for (const auto& c : cases) EXPECT_EQ(mask_comments(c.text), c.masked) << c.text;
}

std::vector<std::string> words(const std::string& text) {
    std::vector<std::string> out;
    for (const VerilogWord& word : words_of(text)) {
        EXPECT_EQ(text.substr(word.position, word.text.size()), word.text);
        out.emplace_back(word.text);
    }
    return out;
}

TEST(VerilogText, FindsWords) {
    using Words = std::vector<std::string>;
    EXPECT_EQ(words("assign a=b_1+c$d;"), (Words{"assign", "a", "b_1", "c$d"}));
    EXPECT_EQ(words("4'hend 8'b1x begin"), (Words{"begin"}))
        << "the letters of a number are no word";
    EXPECT_EQ(words("4 'd end"), (Words{"end"}));
    EXPECT_EQ(words("$display(x) `DEF(y)"), (Words{"x", "`DEF", "y"}));
    EXPECT_EQ(words("\\a+b c"), (Words{"\\a+b", "c"}));
    EXPECT_EQ(words("\\last"), (Words{"\\last"}));
    EXPECT_EQ(words(""), Words{});
}

TEST(VerilogText, ListsDeclaredModules) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(declared_modules(
                  "module a; endmodule module automatic b #(parameter P = 1); endmodule : b"),
              (Names{"a", "b"}));
    EXPECT_EQ(
        declared_modules("// module a;\n/* module b; */ \"module c\" macromodule d; endmodule"),
        (Names{"d"}));
    EXPECT_EQ(declared_modules("module"), Names{});
}

TEST(VerilogText, CountsLines) {
    EXPECT_EQ(line_of("a\nb\nc", 0), 1u);
    EXPECT_EQ(line_of("a\nb\nc", 2), 2u);
    EXPECT_EQ(line_of("a\nb\nc", 4), 3u);
}

TEST(VerilogText, SpellsNames) {
    EXPECT_EQ(spelled("state_q"), "state_q");
    EXPECT_EQ(spelled("a$b"), "a$b");
    EXPECT_EQ(spelled("a-b"), "\\a-b ");
    EXPECT_EQ(spelled("0a"), "\\0a ");
    EXPECT_EQ(spelled("reg"), "\\reg ");
}

}  // namespace
}  // namespace tapestry
