// SPDX-License-Identifier: Apache-2.0
#include "weave/text/clock_words.h"

#include <gtest/gtest.h>

#include "base/verilog_text.h"

namespace tapestry {
namespace {

// The text with every mention of `clk` marked: <e> in an event control, <i> implicit, <> otherwise.
std::string marked(const std::string& text) {
    const std::string masked = mask_comments(text);
    const auto module = find_module(masked, "m", 1);
    EXPECT_TRUE(module);
    const auto structure = structure_of(masked, *module);
    EXPECT_TRUE(structure);
    std::string out = text;
    const auto mentions = mentions_of(masked, *module, structure->header, "clk");
    for (auto m = mentions.rbegin(); m != mentions.rend(); ++m)
        out.replace(m->position, 3, m->in_event ? "<e>" : m->is_implicit ? "<i>" : "<>");
    return out;
}

TEST(ClockWords, MarksUsesAndNotDeclarations) {
    EXPECT_EQ(marked("module m (input clk); always @(posedge clk) q <= d; endmodule"),
              "module m (input clk); always @(posedge <e>) q <= d; endmodule");
    EXPECT_EQ(marked("module m (clk, d); input clk, d; always @(posedge clk) q <= d; endmodule"),
              "module m (clk, d); input clk, d; always @(posedge <e>) q <= d; endmodule");
}

TEST(ClockWords, MarksConnectionsButNotTheNamesOfPins) {
    EXPECT_EQ(
        marked(
            "module m (input clk); c a (.clk(clk), .b(b)); c b (.clk, .b); c d (clk); endmodule"),
        "module m (input clk); c a (.clk(<>), .b(b)); c b (.<i>, .b); c d (<>); endmodule");
}

TEST(ClockWords, PassesOverMembersCommentsAndWhatWasWoven) {
    const std::string text =
        "module m (input clk); assign a = bus.clk; // clk\n"
        "  tapestry_fsm #(.CLOCK(0)) t (.clk_i(clk));\n"
        "  wire g = clk & en; endmodule";
    EXPECT_EQ(marked(text),
              "module m (input clk); assign a = bus.clk; // clk\n"
              "  tapestry_fsm #(.CLOCK(0)) t (.clk_i(clk));\n"
              "  wire g = <> & en; endmodule");
}

TEST(ClockWords, SeesEveryEdgeOfAnEventControl) {
    EXPECT_EQ(marked("module m (input clk, input r); always @ ( posedge clk or negedge r ) begin : "
                     "p q <= clk; end endmodule"),
              "module m (input clk, input r); always @ ( posedge <e> or negedge r ) begin : p q <= "
              "<>; end endmodule");
}

}  // namespace
}  // namespace tapestry
