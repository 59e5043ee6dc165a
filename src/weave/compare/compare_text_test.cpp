// SPDX-License-Identifier: Apache-2.0
#include "weave/compare/compare_text.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

bool is_woven(const std::string& original, const std::string& woven) {
    return !first_difference(compared_tokens(original), compared_tokens(woven));
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
}

TEST(CompareText, SaysWhere) {
    const auto found = first_difference(compared_tokens("a\nb\nc"), compared_tokens("a\n\nd\nc"));
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
    EXPECT_TRUE(is_woven("sub u (.a(a));", "sub u (.a(a), .tapestry_ring_in(tapestry_ring_1));"));
    EXPECT_TRUE(is_woven("sub #(2) u (a);", "sub #(2) u (a, tapestry_ring_1[10*2 +: 10]);"));
    EXPECT_TRUE(
        is_woven("if (P) sub u (a); wire b;",
                 "if (P) begin sub u (a); assign tapestry_ring_1 = tapestry_ring_2; end else "
                 "begin assign tapestry_ring_1 = tapestry_ring_2; end wire b;"));
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
    EXPECT_FALSE(is_woven("if (P) sub u (a);", "if (P) wire tapestry_ring_1; sub u (a);"));
    EXPECT_FALSE(is_woven("if (P) sub u (a); sub v (a);",
                          "if (P) begin sub u (a); sub v (a); assign tapestry_ring_1 = 0; end"));
    EXPECT_FALSE(is_woven("always @(a) b = c;", "always @(a, tapestry_ring_1) b = c;"));
    EXPECT_FALSE(is_woven("sub u (a, b);", "sub u (a, tapestry_ring_1, b);"));
    // A name that the original has is not ours.
    EXPECT_FALSE(is_woven("wire tapestry_a; endmodule",
                          "wire tapestry_a; assign tapestry_a = 1'b0; endmodule"));
}

}  // namespace
}  // namespace tapestry
