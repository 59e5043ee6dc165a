// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/source_text.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

namespace tapestry {
namespace {

TEST(SourceText, FollowsLineDirectives) {
    const SourceText text(
        "`line 1 \"a.v\" 1\nfirst\nsecond\n"
        "`line 1 \"b.vh\" 1\nincluded\n"
        "`line 7 \"a.v\" 2\nseventh\n"
        "`line broken\nstill\n");
    const struct {
        std::string file;
        std::uint32_t line, column, end;
        std::string wanted;
    } cases[] = {
        {"a.v", 1, 1, 6, "first"}, {"a.v", 2, 1, 7, "second"}, {"b.vh", 1, 1, 9, "included"},
        {"a.v", 7, 2, 5, "eve"},   {"a.v", 7, 3, 0, "v"},      {"a.v", 3, 1, 2, ""},
        {"a.v", 99, 1, 2, ""},     {"a.v", 0, 1, 2, ""},       {"a.v", 1, 99, 100, ""},
        {"c.v", 1, 1, 2, ""},      {"a.v", 1, 3, 99, "rst"},
    };
    for (const auto& c : cases)
        EXPECT_EQ(text.at(c.file, {FileId(0), c.line, c.column, c.end}), c.wanted)
            << c.file << ":" << c.line << ":" << c.column;
}

TEST(SourceText, ReadsNames) {
    const SourceText text("`line 1 \"a.v\" 1\nSEND 2'd1 pkg::IDLE \\odd-name x");
    EXPECT_EQ(text.name_at("a.v", {FileId(0), 1, 1, 5}), "SEND");
    EXPECT_EQ(text.name_at("a.v", {FileId(0), 1, 6, 10}), "") << "a number is no name";
    EXPECT_EQ(text.name_at("a.v", {FileId(0), 1, 11, 20}), "IDLE");
    EXPECT_EQ(text.name_at("a.v", {FileId(0), 1, 21, 31}), "odd-name");
}

// A macro may be written with parentheses, a comment, or another macro.
TEST(SourceText, FindsMacroNamesInOtherSpellings) {
    std::string folder =
        (std::filesystem::temp_directory_path() / "source_text_spellings-XXXXXX").string();
    ASSERT_TRUE(mkdtemp(folder.data()));
    const std::string file = folder + "/a.v";
    std::ofstream(file) << "`define IDLE (2'd0) // at rest\n`define W 2\n"
                           "`define BUSY `W'd1 /* at work */\n`define LAST ( (2'd2) )\n"
                           "s <= `IDLE;\ns <= `BUSY;\ns <= `LAST;\n";
    const SourceText text("`line 5 \"" + file +
                          "\" 1\ns <= (2'd0);\ns <= 2'd1;\ns <= ( (2'd2) );\n");
    EXPECT_EQ(text.name_at(file, {FileId(0), 5, 7, 11}), "IDLE");
    EXPECT_EQ(text.name_at(file, {FileId(0), 6, 6, 10}), "BUSY");
    EXPECT_EQ(text.name_at(file, {FileId(0), 7, 9, 13}), "LAST");
    std::filesystem::remove_all(folder);
}

// Each machine of a file may define the names of its states again.
TEST(SourceText, AMacroIsWhatItWasAtTheLine) {
    std::string folder =
        (std::filesystem::temp_directory_path() / "source_text_again-XXXXXX").string();
    ASSERT_TRUE(mkdtemp(folder.data()));
    const std::string file = folder + "/a.v";
    std::ofstream(file) << "`define IDLE 2'd0\ns <= `IDLE;\n`define IDLE 3'd1\ns <= `IDLE;\n";
    const SourceText text("`line 1 \"" + file + "\" 1\n\ns <= 2'd0;\n\ns <= 3'd1;\n");
    EXPECT_EQ(text.name_at(file, {FileId(0), 2, 6, 10}), "IDLE");
    EXPECT_EQ(text.name_at(file, {FileId(0), 4, 6, 10}), "IDLE");
    std::filesystem::remove_all(folder);
}

// A macro's name is gone from the preprocessed line, so it is looked up in the original file.
TEST(SourceText, FindsMacroNames) {
    std::string folder =
        (std::filesystem::temp_directory_path() / "source_text_test-XXXXXX").string();
    ASSERT_TRUE(mkdtemp(folder.data()));
    const std::string file = folder + "/a.v";
    std::ofstream(file) << "`define IDLE 2'd0 // at rest\n`define ALSO 2'd0\n`define BUSY 2'd1\n"
                           "state <= `IDLE;\nstate <= `BUSY;\nstate <= x ? `IDLE : `ALSO;\n";
    const SourceText text("`line 4 \"" + file +
                          "\" 1\nstate <= 2'd0;\nstate <= 2'd1;\nstate <= x ? 2'd0 : 2'd0;\n");
    EXPECT_EQ(text.name_at(file, {FileId(0), 4, 10, 14}), "IDLE");
    EXPECT_EQ(text.name_at(file, {FileId(0), 5, 10, 14}), "BUSY");
    EXPECT_EQ(text.name_at(file, {FileId(0), 6, 14, 18}), "") << "two macros could be meant";
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace tapestry
