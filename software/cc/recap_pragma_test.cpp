// SPDX-License-Identifier: Apache-2.0
#include "software/cc/recap_pragma.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

std::vector<RecapPragma> read(const std::string& text) {
    Diagnostics diagnostics;
    auto pragmas = recap_pragmas(text, "a.c", diagnostics);
    return pragmas ? *pragmas : std::vector<RecapPragma>{};
}

TEST(RecapPragmaTest, HasItsParts) {
    const auto p = read("int a;\n#pragma recap wrX send(top.in, data): words > 0\nf();\n");
    ASSERT_EQ(p.size(), 1u);
    EXPECT_EQ(p[0].line, 2u);
    EXPECT_EQ(p[0].name, "wrX");
    EXPECT_EQ(p[0].category, "TAPESTRY_TRANSFER");
    ASSERT_EQ(p[0].classes.size(), 1u);
    EXPECT_EQ(p[0].classes[0].peer, "top.in");
    EXPECT_EQ(p[0].classes[0].purpose, "data");
    EXPECT_EQ(p[0].condition, "words > 0");
}

TEST(RecapPragmaTest, AStateMayBeSeveralThings) {
    const auto p = read("#pragma recap x send(top.in, data) wait_recv(top.out, ack) busy : n\n");
    ASSERT_EQ(p.size(), 1u);
    EXPECT_EQ(p[0].category, "TAPESTRY_TRANSFER");
    ASSERT_EQ(p[0].classes.size(), 3u);
    EXPECT_EQ(p[0].classes[1].word, "wait_recv");
    EXPECT_EQ(p[0].classes[1].peer, "top.out");
    EXPECT_EQ(p[0].classes[1].purpose, "ack");
    EXPECT_TRUE(p[0].classes[2].peer.empty());
    EXPECT_EQ(p[0].condition, "n");
}

TEST(RecapPragmaTest, MostPartsMayBeLeftOut) {
    const auto p = read("  #  pragma recap work busy\n");
    ASSERT_EQ(p.size(), 1u);
    EXPECT_EQ(p[0].category, "TAPESTRY_BUSY");
    EXPECT_TRUE(p[0].classes.at(0).peer.empty());
}

TEST(RecapPragmaTest, GoesOnInTheNextLine) {
    const auto p = read("#pragma recap w wait_recv(top.out, \\\n  done)\nx;\n");
    ASSERT_EQ(p.size(), 1u);
    EXPECT_EQ(p[0].classes.at(0).purpose, "done");
}

TEST(RecapPragmaTest, CommentsTextsAndOtherPragmasAreNone) {
    EXPECT_TRUE(
        read("// #pragma recap a busy\n/*\n#pragma recap b busy\n*/\n#pragma omp for\n").empty());
    EXPECT_TRUE(read("const char* s = R\"(\n#pragma recap a busy\n)\";\n").empty());
    EXPECT_TRUE(read("#pragma recaptcha a busy\n").empty());
}

TEST(RecapPragmaTest, WhatCannotBeReadIsSaid) {
    for (const char* text : {"#pragma recap\n", "#pragma recap a\n", "#pragma recap a fly\n",
                             "#pragma recap a send(x\n", "#pragma recap a busy x\n",
                             "#pragma recap a busy 5\n", "#pragma recap a busy:\n"}) {
        Diagnostics diagnostics;
        EXPECT_FALSE(recap_pragmas(text, "a.c", diagnostics)) << text;
        EXPECT_EQ(diagnostics.all().size(), 1u);
    }
}

TEST(RecapPragmaTest, CodeIsWhatIsNoBlankNoCommentNoDirective) {
    const std::string text = "\n // c\n#pragma omp for\n  for (;;);";
    EXPECT_EQ(text.substr(next_code(text, 0), 3), "for");
}

}  // namespace
}  // namespace tapestry
