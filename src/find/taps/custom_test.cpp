// SPDX-License-Identifier: Apache-2.0
#include "find/taps/custom.h"

#include <gtest/gtest.h>

#include "read/verilog/elaborated_text.h"

namespace tapestry {
namespace {

TEST(CustomTap, ExpressionsAreCheckedWordByWord) {
    const Elaborated elaborated = elaborate_text(R"(
        module leaf (input clk, output reg q); always @(posedge clk) q <= !q; endmodule
        module top (input clk, input [7:0] a, input b, output q);
            struct packed { logic valid; logic [2:0] n; } s;
            localparam LIMIT = 3;
            logic [1:4] up;
            logic [3:0][7:0] lanes;
            logic [3:0] cells [0:5];
            leaf u_leaf (.clk, .q);
            always @(posedge clk) s.n <= a[2:0];
        endmodule
    )",
                                                 "top");
    const ModuleIndex index(
        elaborated.design.modules.at(static_cast<std::size_t>(elaborated.design.top)));
    for (const char* fine : {"b",
                             "a == 3",
                             "a[7:4] != 4'hF",
                             "s.n > 2 && !b",
                             "{a, b}",
                             "(a < LIMIT) ? b : 1'b0",
                             "&a | ^a",
                             "a[LIMIT+1]",
                             "a[LIMIT +: 5]",
                             "up[1:4]",
                             "lanes[3][7]",
                             "lanes[3:2]",
                             "cells[5][3]",
                             "cells[a[2:0]] == 1",
                             "s.n[2]",
                             "s[3]",
                             "a[4'd7]",
                             "b[0]",
                             "~a",
                             "a >= 8'b1010_0101",
                             "a<<2 == 0",
                             "a - -1 > 3",
                             "a >>> 1 == 2 || a <<< 1 != 4",
                             "a === 8'hxF",
                             "{3{b}} == 3'b111",
                             "{4'd2, {2{a[1:0]}}}",
                             "a[b ? 1 : 2]",
                             "a[2 * LIMIT + 1]",
                             "b ? a[0] : b ? a[1] : a[2]",
                             "!(!b)",
                             "~&a ^~ ~|a",
                             "a == '0",
                             "- a + 16'sd3"}) {
        EXPECT_EQ(why_refused(fine, elaborated.design, index), "") << fine;
    }
    const std::pair<const char*, const char*> refused[] = {
        {"", "empty"},
        {" \t", "empty"},
        {"a); $system(\"x\"); (b", "may not stand"},
        {"$time", "'$' may not stand"},
        {"a; b", "';' may not stand"},
        {"`MACRO", "'`' may not stand"},
        {"\\a ", "may not stand"},
        {"a\n", "may not stand"},
        {"\"text\"", "may not stand"},
        {"a # b", "may not stand"},
        {"a /* b", "comment"},
        {"a // b", "comment"},
        {"(a", "brackets"},
        {"a) + (b", "brackets"},
        {"(a]", "brackets"},
        {"nobody", "'nobody' is no signal"},
        {"a && nobody", "'nobody' is no signal"},
        {"endmodule", "is no signal"},
        {"a inside b", "'inside' is no signal"},
        // What one tool takes for X, another for 0, and a third for an error.
        {"a[8]", "'a[8]' is beyond the range [7:0]"},
        {"a[4'hf]", "beyond"},
        {"a[LIMIT+5]", "beyond"},
        {"a[1:-1]", "beyond"},
        {"a[0:7]", "turns the range [7:0] round"},
        {"a[LIMIT +: 6]", "beyond"},
        {"a[2 -: 4]", "beyond"},
        {"b[1]", "beyond"},
        {"up[0]", "'up[0]' is beyond the range [1:4]"},
        {"lanes[4]", "beyond"},
        {"lanes[3][8]", "'lanes[3][8]' is beyond the range [7:0]"},
        {"cells[6]", "beyond"},
        {"cells[a[9]]", "beyond"},
        {"s.n[3]", "'s.n[3]' is beyond the range [2:0]"},
        {"s.nobody", "'s' has no member 'nobody'"},
        {"u_leaf.q", "'u_leaf' is an instance"},
        {"a[99999999999999999999]", "more than 32 bits"},
        {"a[64'd99999999999]", "beyond"},
        {"a[b ? 8 : 9]", "beyond"},
        {"a[b ? 8 : 8]", "beyond"},
        {"a[2 * 4]", "beyond"},
        {"a[1 << 3]", "beyond"},
        {"a['x]", "no index"},
        {"a[4'b1x]", "no index"},
        {"a[1:0][5]", "selects from a part"},
        {"a[1][0]", "selects from a part"},
        {"a[b:0]", "no constant"},
        {"a[1 +: 0]", "no bits"},
        // What has an effect: a tap only looks.
        {"(a = 9)", "'=' cannot stand behind 'a'"},
        {"a = 1", "'='"},
        {"(a += 1)", "'+='"},
        {"(a <<= 1)", "'<<='"},
        {"(a >>>= 1)", "'>>>='"},
        {"a++", "'++'"},
        {"++a", "begin with '++'"},
        {"b ? a-- : 0", "'--'"},
        // What is no Verilog.
        {"b b", "'b' cannot stand behind 'b'"},
        {"&&", "begin with '&&'"},
        {"1 ? 2", "ends too early"},
        {"a.x", "'a' has no member 'x'"},
        {"LIMIT.x", "has no member"},
        {"8'b2", "no number of Verilog"},
        {"8'", "no number"},
        {"0'b1", "no number"},
        {"8'd256", "more than 8 bits"},
        {"4'h1F", "more than 4 bits"},
        {"1e3", "no number"},
        {"1.5", "'.' cannot stand"},
        {"a ** 2", "'**'"},
        {"a ==? b", "'==?'"},
        {"a -> b", "'->'"},
        {"{}", "'}' cannot stand"},
        {"{a,}", "'}' cannot stand"},
        {"{b{a}}", "no constant"},
        {"a[]", "']' cannot stand"},
        {"()", "')' cannot stand"},
        {"a(b)", "'(' cannot stand"},
        {"4'(a)", "no number"},
        {"!!b", "needs brackets"},
        {"a ~& b", "'~&' cannot stand"},
        {"a :: b", "'::'"},
        {"a , b", "','"},
        {"u_leaf", "'u_leaf' is an instance"},
    };
    for (const auto& [text, why] : refused)
        EXPECT_NE(why_refused(text, elaborated.design, index).find(why), std::string::npos)
            << text << ": " << why_refused(text, elaborated.design, index);
}

}  // namespace
}  // namespace tapestry
