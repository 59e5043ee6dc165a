// SPDX-License-Identifier: Apache-2.0
#include "detect/custom.h"

#include <gtest/gtest.h>

#include "elaborate/elaborated_text.h"

namespace tapestry {
namespace {

TEST(CustomTap, ExpressionsAreCheckedWordByWord) {
    const Elaborated elaborated = elaborate_text(R"(
        module leaf (input clk, output reg q); always @(posedge clk) q <= !q; endmodule
        module top (input clk, input [7:0] a, input b, output q);
            struct packed { logic valid; logic [2:0] n; } s;
            localparam LIMIT = 3;
            leaf u_leaf (.clk, .q);
            always @(posedge clk) s.n <= a[2:0];
        endmodule
    )",
                                                 "top");
    const ModuleIndex index(
        elaborated.design.modules.at(static_cast<std::size_t>(elaborated.design.top)));
    for (const char* fine :
         {"b", "a == 3", "a[7:4] != 4'hF", "s.n > 2 && !b", "{a, b}", "(a < LIMIT) ? b : 1'b0",
          "u_leaf.q", "&a | ^a", "~a", "a >= 8'b1010_0101", "a<<2 == 0"}) {
        EXPECT_EQ(why_refused(fine, index), "") << fine;
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
    };
    for (const auto& [text, why] : refused)
        EXPECT_NE(why_refused(text, index).find(why), std::string::npos)
            << text << ": " << why_refused(text, index);
}

}  // namespace
}  // namespace tapestry
