// SPDX-License-Identifier: Apache-2.0
#include "weave/compare/compare_text.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

TextComparison compared(const std::string& original, const std::string& woven) {
    std::set<std::string> theirs;
    for (const ComparedToken& token : compared_tokens(original)) {
        if (token.text.starts_with("tapestry_")) theirs.insert(token.text);
    }
    return compare_text(compared_text(original), compared_tokens(woven), theirs);
}

bool is_woven(const std::string& original, const std::string& woven) {
    return !compared(original, woven).difference;
}

// The same within a module.
bool is_woven_inside(const std::string& original, const std::string& woven) {
    return is_woven("module m; " + original + " endmodule", "module m; " + woven + " endmodule");
}

const std::string kHead = "module m (input clk, input a, output y);\n";
const std::string kBody = "  assign y = a && clk;\n  sub u (.a(a));\n";

// The module with more text in front of its `endmodule`.
bool takes(const std::string& inserted) {
    return is_woven(kHead + kBody + "endmodule\n", kHead + kBody + inserted + "\nendmodule\n");
}

TEST(CompareText, BlanksAndCommentsMakeNoDifference) {
    EXPECT_TRUE(is_woven("assign y = a&&b; // and", "assign\n  y=a && b /* both */ ;"));
    EXPECT_TRUE(is_woven("initial $display(\"a b\");", "initial $display( \"a b\" );"));
    EXPECT_TRUE(is_woven("a", "/* verilator lint_off WIDTH */ a"));
}

TEST(CompareText, OtherTextIsADifference) {
    EXPECT_FALSE(is_woven("assign y = a;", "assign y = b;"));
    EXPECT_FALSE(is_woven("assign y = a;", "assign y = a"));
    EXPECT_FALSE(is_woven("assign y = a;", "assign y = a; assign y = b;"));
    EXPECT_FALSE(is_woven("assign y = a & &b;", "assign y = a && b;"));
    EXPECT_FALSE(is_woven("f(\"a b\")", "f(\"a  b\")"));
    EXPECT_FALSE(is_woven("`define A 1\nassign y = 0;", "`define A 1 assign y = 0;"));
    EXPECT_FALSE(is_woven("`define A(x) x", "`define A (x) x"));
    EXPECT_FALSE(is_woven("a b", "a // synopsys translate_off\nb"));
    EXPECT_FALSE(is_woven("case (a)", "case (a) /* synthesis full_case */"));
    EXPECT_FALSE(is_woven("a b", "a // note\rassign y = 0;\nb"));
    EXPECT_TRUE(is_woven("a b", "a // note\r\nb"));
}

TEST(CompareText, SaysWhere) {
    const auto found = compared("a\nb\nc", "a\n\nd\nc").difference;
    ASSERT_TRUE(found);
    EXPECT_EQ(found->line, 3U);
    EXPECT_EQ(found->what, "'d' stands where 'b' of line 2 of the original is expected");
}

TEST(CompareText, WhatWeavingInsertsIsTaken) {
    EXPECT_TRUE(takes("wire [9:0] tapestry_ring_1, tapestry_ring_2;"));
    EXPECT_TRUE(takes("localparam integer tapestry_ring_1_runs = ((2) > (0)) ? (2) : 0;"));
    EXPECT_TRUE(takes("assign tapestry_ring_1[9:0] = tapestry_ring_2;"));
    EXPECT_TRUE(
        takes("tapestry_event_node #(.SITE(16'h1), .WIDTH(1)) tapestry_event_a (.clk_i(clk), "
              ".rst_i(1'b0), .tap_event_i(|(a == 1 && a <= 2)), .ring_in(tapestry_ring_1), "
              ".ring_out(tapestry_ring_2));"));
    EXPECT_TRUE(
        takes("reg [3:0] tapestry_fsm_a_held_state; initial tapestry_fsm_a_held_state = a; "
              "always @(negedge clk) tapestry_fsm_a_held_state <= a;"));
    EXPECT_TRUE(is_woven("module m (a); input a; endmodule",
                         "module m (a, tapestry_ring_in); input wire [9:0] tapestry_ring_in; input "
                         "a; endmodule"));
    EXPECT_TRUE(
        is_woven("module m; endmodule", "module m(input wire tapestry_uart_rx); endmodule"));
    EXPECT_TRUE(
        is_woven_inside("sub u (.a(a));", "sub u (.a(a), .tapestry_ring_in(tapestry_ring_1));"));
    EXPECT_TRUE(is_woven_inside("sub #(2) u (a);", "sub #(2) u (a, tapestry_ring_1[10*2 +: 10]);"));
    EXPECT_TRUE(is_woven_inside(
        "if (P) sub u (a); wire b;",
        "if (P) begin sub u (a); assign tapestry_ring_1 = tapestry_ring_2; end else "
        "begin assign tapestry_ring_1 = tapestry_ring_2; end wire b;"));
    EXPECT_TRUE(is_woven_inside(
        "case (P) 1: sub u (a); endcase",
        "case (P) 1: begin sub u (a); assign tapestry_r = 1; end default: begin assign tapestry_r "
        "= 0; end endcase"));
}

TEST(CompareText, WhatCouldTouchTheDesignIsNot) {
    EXPECT_FALSE(takes("assign y = tapestry_ring_1;"));
    EXPECT_FALSE(takes("assign tapestry_ring_1 = y++;"));
    EXPECT_FALSE(takes("assign tapestry_ring_1 = (y = 1);"));
    EXPECT_FALSE(takes("assign tapestry_ring_1 = (y <<= 1);"));
    EXPECT_FALSE(takes("assign tapestry_ring_1 = change(y);"));
    EXPECT_FALSE(takes("assign tapestry_ring_1 = $system(\"ls\");"));
    EXPECT_FALSE(takes("defparam u.tapestry_w = 5;"));
    EXPECT_FALSE(takes("tapestry_other tapestry_event_a (.clk_i(clk));"));
    EXPECT_FALSE(takes("tapestry_sync_bit tapestry_x_bit (.clk_i(clk), .in_i(a), .out_o(y));"));
    EXPECT_FALSE(takes("reg tapestry_ring_1;"));
    // One that takes the place of another in a generate construct, or takes more into it.
    EXPECT_FALSE(is_woven_inside("if (P) sub u (a);", "if (P) wire tapestry_ring_1; sub u (a);"));
    EXPECT_FALSE(
        is_woven_inside("if (P) sub u (a); sub v (a);",
                        "if (P) begin sub u (a); sub v (a); assign tapestry_ring_1 = 0; end"));
    EXPECT_FALSE(is_woven_inside("always @(a) b = c;", "always @(a, tapestry_ring_1) b = c;"));
    EXPECT_FALSE(is_woven_inside("sub u (a, b);", "sub u (a, tapestry_ring_1, b);"));
    EXPECT_FALSE(is_woven_inside("assign y = f(a);", "assign y = f(a, tapestry_ring_1);"));
    // A name that the original has is not ours.
    EXPECT_FALSE(is_woven_inside("wire tapestry_a;", "wire tapestry_a; assign tapestry_a = 1'b0;"));
}

// An else belongs to the if that the original gives it to.
TEST(CompareText, AnElseStaysWithItsIf) {
    const std::string original = "if (A) if (B) sub u (a); else sub v (a);";
    const std::string pass = "assign tapestry_r = 0;";
    EXPECT_TRUE(is_woven_inside(original,
                                "if (A) if (B) begin sub u (a); " + pass + " end else sub v (a);"));
    EXPECT_TRUE(is_woven_inside(original,
                                "if (A) begin if (B) sub u (a); else sub v (a); " + pass + " end"));
    EXPECT_FALSE(is_woven_inside(
        original, "if (A) begin if (B) sub u (a); " + pass + " end else sub v (a);"));
    EXPECT_FALSE(is_woven_inside(
        original, "if (A) if (B) sub u (a); else begin " + pass + " end else sub v (a);"));
    // A process is no generate construct.
    const std::string process = "always @* if (A) if (B) y = 1; else y = 0;";
    EXPECT_FALSE(is_woven_inside(process, "always @* if (A) begin if (B) y = 1; end else y = 0;"));
    EXPECT_FALSE(is_woven_inside(
        process, "always @* if (A) begin if (B) y = 1; " + pass + " end else y = 0;"));
    // What a macro stands for may be an else.
    EXPECT_FALSE(is_woven_inside(
        "if (A) if (B) sub u (a); `OTHERWISE sub v (a);",
        "if (A) if (B) sub u (a); else begin " + pass + " end `OTHERWISE sub v (a);"));
    EXPECT_FALSE(is_woven_inside("if (A) sub u (a); `OTHERWISE sub v (a);",
                                 "if (A) sub u (a); " + pass + " `OTHERWISE sub v (a);"));
}

TEST(CompareText, NothingStandsBetweenAnAttributeAndItsItem) {
    const std::string tap = "wire tapestry_a;";
    EXPECT_TRUE(is_woven_inside("(* keep *) wire x;", tap + "(* keep *) wire x;"));
    EXPECT_FALSE(is_woven_inside("(* keep *) wire x;", "(* keep *) " + tap + " wire x;"));
    EXPECT_FALSE(is_woven_inside("wire x; /* synthesis keep */",
                                 "wire x; " + tap + " /* synthesis keep */"));
    EXPECT_FALSE(is_woven_inside("`KEEP wire x;", "`KEEP " + tap + " wire x;"));
}

// Every branch of conditional compilation keeps its structure.
TEST(CompareText, ConditionalCompilationHidesNothing) {
    const std::string tap = "wire tapestry_a; ";
    EXPECT_TRUE(is_woven_inside("`ifdef A\nwire x; `else\nwire y; `endif",
                                "`ifdef A\n" + tap + "wire x; `else\nwire y; " + tap + "`endif"));
    EXPECT_TRUE(is_woven_inside("assign y = `ifdef A\n a `else\n b `endif ;",
                                "assign y = `ifdef A\n a `else\n b `endif ;" + tap));
    EXPECT_FALSE(
        is_woven_inside("if (P) `ifdef A\nsub u (a); `else\nsub v (a); `endif",
                        "if (P) `ifdef A\nsub u (a); `else\n" + tap + "sub v (a); `endif"));
    EXPECT_FALSE(is_woven_inside("if (P) sub u (a); `ifdef A\nelse sub v (a); `endif",
                                 "if (P) sub u (a); " + tap + "`ifdef A\nelse sub v (a); `endif"));
    EXPECT_TRUE(
        is_woven_inside("always @* begin `ifdef A\nif (x) y = 1; `endif y = 0; end",
                        "always @* begin `ifdef A\nif (x) y = 1; `endif y = 0; end " + tap));
}

TEST(CompareText, BlanksOfMacrosCount) {
    EXPECT_FALSE(is_woven("`define A x y", "`define A x  y"));
    EXPECT_FALSE(is_woven("`define A x\\\ny", "`define A x\\ y"));
    EXPECT_FALSE(is_woven("`define A x \\\ny", "`define A x \\ \ny"));
    EXPECT_FALSE(is_woven("f(`TEXT(a b))", "f(`TEXT(a  b))"));
    EXPECT_FALSE(is_woven("`timescale 1ns/1ps", "`timescale 1ns /1ps"));
}

TEST(CompareText, TellsWhichConnectionsHaveNoName) {
    const auto found =
        compared("module m; box u (a); endmodule", "module m; box u (a, tapestry_r); endmodule");
    ASSERT_FALSE(found.difference);
    ASSERT_EQ(found.connections.size(), 1U);
    EXPECT_EQ(found.connections[0].module, "box");
    EXPECT_EQ(found.connections[0].before, 1U);
    EXPECT_EQ(found.connections[0].added, 1U);
}

}  // namespace
}  // namespace tapestry
