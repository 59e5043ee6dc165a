// SPDX-License-Identifier: Apache-2.0
#include "weave/text/block_names.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

std::string named(const std::string& items) {
    FileWeaver file("a.v", "module m; " + items + " endmodule");
    const auto module = find_module(file.masked(), "m", 1);
    EXPECT_TRUE(module);
    const auto structure = structure_of(file.masked(), *module);
    EXPECT_TRUE(structure);
    if (structure) name_blocks(file, structure->body);
    const std::string text = file.woven();
    return text.substr(10, text.size() - 20);
}

TEST(BlockNames, BlocksGetTheNumberOfTheirConstruct) {
    EXPECT_EQ(named("if (A) begin p u (); end else begin q u (); end if (B) begin p v (); end"),
              "if (A) begin : genblk1 p u (); end else begin : genblk1 q u (); end if (B) begin : "
              "genblk2 p v (); end");
    EXPECT_EQ(named("for (genvar i = 0; i < 2; i = i + 1) begin if (A) begin p u (); end end"),
              "for (genvar i = 0; i < 2; i = i + 1) begin : genblk1 if (A) begin : genblk1 p u (); "
              "end end");
}

TEST(BlockNames, AChainOfConditionsIsOneConstruct) {
    EXPECT_EQ(named("if (A) begin p u (); end else if (B) begin q u (); end"),
              "if (A) begin : genblk1 p u (); end else if (B) begin : genblk1 q u (); end");
}

TEST(BlockNames, WhatHasANameKeepsIt) {
    EXPECT_EQ(named("if (A) begin : g p u (); end"), "if (A) begin : g p u (); end");
}

TEST(BlockNames, ASingleItemBecomesABlock) {
    EXPECT_EQ(named("if (A) p u ();"), "if (A) begin : genblk1 p u (); end");
}

}  // namespace
}  // namespace tapestry
