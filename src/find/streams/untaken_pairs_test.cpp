// SPDX-License-Identifier: Apache-2.0
// Pairs that nobody has taken for a handshake are told, and those that are measured are not.
#include "find/streams/untaken_pairs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "find/detect/detect.h"
#include "read/verilog/elaborated_text.h"

namespace tapestry {
namespace {

std::vector<Rejection> rejected_streams(const std::string& text) {
    const Elaborated elaborated = elaborate_text(text, "top");
    const NameSource names{[](const SourcePlace&) { return std::string(); }};
    Diagnostics diagnostics;
    auto found = detect(elaborated.design, names, {}, diagnostics);
    std::erase_if(found->rejected, [](const Rejection& r) { return r.kind != TapKind::stream; });
    return found->rejected;
}

std::string told(const std::string& ports, const std::string& body) {
    std::string all;
    for (const Rejection& r :
         rejected_streams("module unit (input clk, input in_valid, output reg in_ready);\n"
                          "always @(posedge clk) in_ready <= in_valid;\nendmodule\n"
                          "module block (input clk, output reg x, input y, output reg [7:0] q);\n"
                          "always @(posedge clk) begin x <= q[7]; q <= q + y; end\nendmodule\n"
                          "module top (input clk, " +
                          ports + ");\n" + body + "\nendmodule\n"))
        all += r.name + ";";
    return all;
}

TEST(UntakenPairs, ToldWhenNothingLooksAtThem) {
    EXPECT_EQ("a_stb and a_ack;", told("input a_stb, output reg a_ack, input [7:0] a",
                                       "always @(posedge clk) a_ack <= a_stb && !a_ack;"));
    EXPECT_EQ("", told("input a_stb, input a_ack, output reg q",
                       "always @(posedge clk) q <= a_stb && a_ack;"));
    EXPECT_EQ("", told("input a_stb, output reg b_ack", "always @(posedge clk) b_ack <= a_stb;"));
}

TEST(UntakenPairs, NotToldWhenMeasuredHereOrBelow) {
    EXPECT_EQ(
        "", told("input a_valid, output reg a_ready", "always @(posedge clk) a_ready <= a_valid;"));
    EXPECT_EQ("", told("input a_stb, output a_ack",
                       "unit u (.clk(clk), .in_valid(a_stb), .in_ready(a_ack));"));
}

// What is offered to the design and taken only then is a stream of the edge; what the design itself
// offers is told, unless a name says that it is an offer.
TEST(UntakenPairs, ToldByWhatTheyDoWhateverTheirNames) {
    const std::string takes =
        "reg [3:0] n; assign buffer_full = n == 4; always @(posedge clk) if (buffer_full) n <= 0; "
        "else if (in_ready) begin q <= {q[7:0], in}; n <= n + 1; end";
    EXPECT_EQ(
        "", told("input [7:0] in, input in_ready, output buffer_full, output reg [15:0] q", takes));
    const std::string gives =
        "reg [3:0] n; always @(posedge clk) if (!there) begin n <= n + 1; there <= n[2]; q <= q + "
        "n; end else if (eaten) there <= 0;";
    EXPECT_EQ("there and eaten;", told("output reg there, input eaten, output reg [7:0] q", gives));
}

TEST(UntakenPairs, NotToldWithoutDataThatWaitsForThem) {
    EXPECT_EQ("", told("input on, output reg lamp, output reg [7:0] q",
                       "always @(posedge clk) begin q <= q + 1; if (!lamp) lamp <= on; end"));
    EXPECT_EQ("", told("input [7:0] in, input on, output lamp, output reg [7:0] q",
                       "assign lamp = q[0]; always @(posedge clk) if (on) q <= in;"));
}

// `give` keeps what it offers until it is taken; `sink` takes whatever comes, and another block
// says when.
std::string told_inside(const std::string& body) {
    const std::string text =
        "module give (input clk, output reg o_en, input o_rdy, output reg [7:0] o_data);\n"
        "always @(posedge clk) if (!o_en || o_rdy) begin o_en <= !o_data[0]; o_data <= o_data + 3; "
        "end\nendmodule\n"
        "module sink (input clk, input i_en, input [7:0] i_data, output reg [7:0] sum);\n"
        "always @(posedge clk) if (i_en) sum <= sum + i_data;\nendmodule\n"
        "module take (input clk, input i_en, output i_rdy, input [7:0] i_data, output reg [7:0] "
        "sum);\nreg n; assign i_rdy = n; always @(posedge clk) begin n <= !n; if (i_en && n) sum "
        "<= sum + i_data; end\nendmodule\n"
        "module throttle (input clk, output reg go);\n"
        "reg [2:0] n; always @(posedge clk) begin n <= n + 1; go <= n != 0; end\nendmodule\n"
        "module top (input clk, output [7:0] sum);\nwire a_en, a_rdy; wire [7:0] a;\n"
        "give u_give (clk, a_en, a_rdy, a);\n" +
        body + "\nendmodule\n";
    std::string all;
    for (const Rejection& r : rejected_streams(text)) all += r.name + ": " + r.reason + ";";
    return all;
}

TEST(UntakenPairs, ToldByNamesOfOneBlock) {
    const auto named = [](const std::string& valid, const std::string& ready) {
        return told("output [7:0] q",
                    fmt::format("wire {0}, {1}; reg x, y; assign {1} = x; always @(posedge clk) x "
                                "<= y; block u (clk, {0}, {1}, q); always @(posedge clk) y <= {0};",
                                valid, ready));
    };
    const std::string all = named("a_en", "a_rdy") + named("b_valid", "b_stall") +
                            named("c_en", "c_rd") + named("d_en", "e_rdy");
    EXPECT_EQ(all, "a_en and a_rdy;b_valid and b_stall;");
}

TEST(UntakenPairs, ToldInsideWhereOnlyOneSideIsSeen) {
    EXPECT_EQ(
        "a_en and a_rdy: u_give has them like a handshake, but nobody is seen to be its other "
        "side;",
        told_inside("sink u_sink (clk, a_en & a_rdy, a, sum); throttle u_throttle (clk, a_rdy);"));
    EXPECT_EQ("", told_inside("take u_take (clk, a_en, a_rdy, a, sum);"));
}

}  // namespace
}  // namespace tapestry
