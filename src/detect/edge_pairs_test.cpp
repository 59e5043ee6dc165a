// SPDX-License-Identifier: Apache-2.0
// Pairs at the edge that are not measured are told, and those that are measured are not.
#include "detect/edge_pairs.h"

#include <gtest/gtest.h>

#include "detect/detect.h"
#include "elaborate/elaborated_text.h"

namespace tapestry {
namespace {

std::string told(const std::string& ports, const std::string& body) {
    const std::string text =
        "module unit (input clk, input in_valid, output reg in_ready);\n"
        "always @(posedge clk) in_ready <= in_valid;\nendmodule\n"
        "module top (input clk, " +
        ports + ");\n" + body + "\nendmodule\n";
    const Elaborated elaborated = elaborate_text(text, "top");
    const NameSource names{[](const SourcePlace&) { return std::string(); }};
    Diagnostics diagnostics;
    const auto found = detect(elaborated.design, names, {}, diagnostics);
    std::string all;
    for (const Rejection& r : found->rejected) {
        if (r.kind == TapKind::stream) all += r.name + ";";
    }
    return all;
}

TEST(EdgePairs, ToldWhenNothingLooksAtThem) {
    EXPECT_EQ("a_stb and a_ack;", told("input a_stb, output reg a_ack, input [7:0] a",
                                       "always @(posedge clk) a_ack <= a_stb && !a_ack;"));
    EXPECT_EQ("", told("input a_stb, input a_ack, output reg q",
                       "always @(posedge clk) q <= a_stb && a_ack;"));
    EXPECT_EQ("", told("input a_stb, output reg b_ack", "always @(posedge clk) b_ack <= a_stb;"));
}

TEST(EdgePairs, NotToldWhenMeasuredHereOrBelow) {
    EXPECT_EQ(
        "", told("input a_valid, output reg a_ready", "always @(posedge clk) a_ready <= a_valid;"));
    EXPECT_EQ("", told("input a_stb, output a_ack",
                       "unit u (.clk(clk), .in_valid(a_stb), .in_ready(a_ack));"));
}

TEST(EdgePairs, ToldByWhatTheyDoWhateverTheirNames) {
    const std::string takes =
        "reg [3:0] n; assign buffer_full = n == 4; always @(posedge clk) if (buffer_full) n <= 0; "
        "else if (in_ready) begin q <= {q[7:0], in}; n <= n + 1; end";
    EXPECT_EQ(
        "in_ready and buffer_full;",
        told("input [7:0] in, input in_ready, output buffer_full, output reg [15:0] q", takes));
    const std::string gives =
        "reg [3:0] n; always @(posedge clk) if (!there) begin n <= n + 1; there <= n[2]; q <= q + "
        "n; end else if (eaten) there <= 0;";
    EXPECT_EQ("there and eaten;", told("output reg there, input eaten, output reg [7:0] q", gives));
}

TEST(EdgePairs, NotToldWithoutDataThatWaitsForThem) {
    EXPECT_EQ("", told("input on, output reg lamp, output reg [7:0] q",
                       "always @(posedge clk) begin q <= q + 1; if (!lamp) lamp <= on; end"));
    EXPECT_EQ("", told("input [7:0] in, input on, output lamp, output reg [7:0] q",
                       "assign lamp = q[0]; always @(posedge clk) if (on) q <= in;"));
}

}  // namespace
}  // namespace tapestry
