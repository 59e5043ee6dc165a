// SPDX-License-Identifier: Apache-2.0
#include "read/pragma/pragma_comment.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

std::vector<PragmaComment> read(const std::string& text, Language language = Language::verilog) {
    Diagnostics diagnostics;
    auto pragmas = pragma_comments(text, "a.v", language, diagnostics);
    for (const Diagnostic& d : diagnostics.all()) ADD_FAILURE() << to_text(d);
    return pragmas ? *pragmas : std::vector<PragmaComment>();
}

// What is said of the only pragma of a text.
std::string complaint(const std::string& pragma, Language language = Language::verilog) {
    Diagnostics diagnostics;
    const std::string mark = language == Language::verilog ? "// " : "-- ";
    EXPECT_FALSE(
        pragma_comments("\n" + mark + "pragma recap " + pragma, "a.v", language, diagnostics));
    EXPECT_EQ(diagnostics.all().size(), 1u);
    if (diagnostics.all().empty()) return {};
    const Diagnostic& d = diagnostics.all().front();
    EXPECT_EQ(d.place.file, "a.v");
    EXPECT_EQ(d.place.line, 2u);
    EXPECT_NE(d.hint.find("pragma recap w1 wait_recv(top.out, ack)"), std::string::npos);
    return d.sentence.substr(d.sentence.find(": ") + 2);
}

TEST(PragmaComment, TheExampleOfThePaper) {
    const auto all = read(
        "when recvXCoord =>\n--pragma recap getX recv($CPU,data)\nwhen waitAck =>\n"
        "--pragma recap w1 wait_recv(top.out,ack):ack='0'\n"
        "--pragma recap d1 recv(top.out,ack):ack='1'\n",
        Language::vhdl);
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[0].pragma.name, "getX");
    EXPECT_EQ(all[0].pragma.line, 2u);
    EXPECT_EQ(all[0].pragma.parts[0].category, "transfer");
    EXPECT_EQ(all[0].pragma.parts[0].peer, "$CPU");
    EXPECT_EQ(all[0].pragma.parts[0].purpose, "data");
    EXPECT_EQ(all[1].pragma.condition, "ack='0'");
    EXPECT_EQ(all[1].pragma.parts[0].word, "wait_recv");
    EXPECT_EQ(all[2].pragma.parts[0].peer, "top.out");
}

TEST(PragmaComment, AllParts) {
    const auto all = read(
        "/* pragma recap both recv(top.a, x) send(top.b, y) : (a -> b) && c != 2 -> rest, both */");
    ASSERT_EQ(all.size(), 1u);
    const Pragma& pragma = all[0].pragma;
    ASSERT_EQ(pragma.parts.size(), 2u);
    EXPECT_EQ(pragma.parts[1].word, "send");
    EXPECT_EQ(pragma.condition, "(a -> b) && c != 2");
    EXPECT_EQ(pragma.next, (std::vector<std::string>{"rest", "both"}));
    EXPECT_EQ(read("// pragma recap a busy -> b")[0].pragma.next, std::vector<std::string>{"b"});
    EXPECT_EQ(read("// pragma recap a wait_sync")[0].pragma.parts[0].peer, "");
    EXPECT_EQ(read("-- PRAGMA Recap A BUSY", Language::vhdl)[0].pragma.parts[0].category, "busy");
}

TEST(PragmaComment, OtherComments) {
    EXPECT_TRUE(read("// see pragma recap\n// pragma translate_off\n// pragma recapitulate\n"
                     "$display(\"// pragma recap x\"); \\// pragma\n")
                    .empty());
    EXPECT_TRUE(read("x <= \"-- pragma recap x\"; y <= '\"'; z <= '\"';", Language::vhdl).empty());
    EXPECT_TRUE(mentions_pragma("// pragma  recap"));
    EXPECT_FALSE(mentions_pragma("// pragma translate_off"));
}

TEST(PragmaComment, Malformed) {
    EXPECT_EQ(complaint(""), "a name is missing");
    EXPECT_EQ(complaint("busy"), "a name is missing before 'busy'");
    EXPECT_EQ(complaint("x"), "a category is missing behind 'x'");
    EXPECT_EQ(complaint("2x busy"), "a name is missing");
    EXPECT_EQ(complaint("x lunch").substr(0, 23), "'lunch' is no category;");
    EXPECT_EQ(complaint("x recv"), "'recv' needs (PEER, PURPOSE)");
    EXPECT_EQ(complaint("x recv(top.in)"), "'recv(top.in)' names no purpose");
    EXPECT_EQ(complaint("x recv(, data)"), "'recv' names no peer");
    EXPECT_EQ(complaint("x recv(a b, data)"), "'a b' is no peer");
    EXPECT_EQ(complaint("x recv(top.in, data"), "a ')' is missing");
    EXPECT_EQ(complaint("x busy(top.in, data)"), "'busy' takes no peer");
    EXPECT_EQ(complaint("x busy :"), "the condition behind ':' is empty");
    EXPECT_EQ(complaint("x busy ->"), "the name of a state is missing behind '->'");
    EXPECT_EQ(complaint("x busy -> a b"), "'b' is one word too many");
    EXPECT_EQ(complaint("x busy, y"), "', y' is one word too many");
    EXPECT_EQ(complaint("x busy;"), "';' is one word too many");
    EXPECT_EQ(complaint("Other busy"), "'Other' is what cycles are called that no pragma explains");
}

TEST(PragmaComment, ConditionsThatCannotBeUsed) {
    const std::string so = "the condition cannot be used: ";
    EXPECT_EQ(complaint("x busy : a; b"), so + "a ';' stands in it");
    EXPECT_EQ(complaint("x busy : (a"), so + "its brackets do not match");
    EXPECT_EQ(complaint("x busy : (a = b)"), so + "it changes a signal");
    EXPECT_EQ(complaint("x busy : a++"), so + "it changes a signal");
    EXPECT_EQ(complaint("x busy : $system(a)"), so + "it calls $system");
    EXPECT_EQ(complaint("x busy : a) begin end if (b"), so + "its brackets do not match");
    EXPECT_EQ(complaint("x busy : @a"), so + "it waits");
    EXPECT_EQ(complaint("x busy : a := b", Language::vhdl), so + "it changes a variable");
    EXPECT_EQ(complaint("x busy : a then b", Language::vhdl), so + "'then' stands in it");
    for (const char* good : {"a == 1", "a <= 2 && b >= 3", "$signed(a) === b", "f(a)[2:0] != 'h3"})
        EXPECT_EQ(why_no_condition(good, Language::verilog), "") << good;
}

}  // namespace
}  // namespace tapestry
