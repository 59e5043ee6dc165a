// SPDX-License-Identifier: Apache-2.0
// What a pipeline does where nothing else tells, on small texts elaborated by the real Verilator.
#include "find/machines/pipeline.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "find/detect/found_text_test.h"

namespace tapestry {
namespace {

// A pipeline of three stages, held by `stall` or, of its end, by `slow`.
std::string pipeline(const std::string& more_ports = "", const std::string& more = "") {
    return "module top (input clk, input rst, input [15:0] d, input busy, input hazard, input "
           "jump, output [15:0] q" +
           more_ports +
           ");\nreg [15:0] a, b, c; reg a_valid; reg [3:0] count;\nwire slow = busy & a[0], stall "
           "= slow | hazard, flush = jump & a_valid;\nassign q = c;\n"
           "always @(posedge clk) if (rst) begin count <= 0; a_valid <= 0; end else begin\n"
           "count <= count + 1;\n"
           "if (flush) a_valid <= 0; else if (!stall) begin a <= d; a_valid <= d[1]; end\n"
           "if (!stall) b <= a + 1;\nif (!slow) c <= b;\nend\n" +
           more + "endmodule\n";
}

const Finding* pipeline_in(const Findings& findings) {
    const auto found =
        std::ranges::find_if(findings.taken, [](const Finding& f) { return f.name == "pipeline"; });
    return found == findings.taken.end() ? nullptr : &*found;
}

std::string states_of(const Finding& f) {
    std::string all;
    for (const FindingState& state : f.found_states) {
        all += (all.empty() ? "" : " ") + state.name;
        for (const StateSignal& wait : state.waits) all += "<" + wait.text;
    }
    return all;
}

TEST(Pipeline, HoldsAndFlushes) {
    const FoundText text(pipeline());
    const Finding* found = pipeline_in(text.findings);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(states_of(*found), "moves slow<busy hazard<hazard flush<jump");
    EXPECT_EQ(found->observe[0].second, "(slow ? 2'd1 : (hazard ? 2'd2 : (flush ? 2'd3 : 2'd0)))");
    EXPECT_EQ(found->clock.reset_text, "rst");
}

// The same by the values that the registers get, with a reset that has no name.
TEST(Pipeline, HeldByItsValues) {
    const FoundText text(
        "module top (input clk, input off, input HLT, input [15:0] d, output [15:0] q);\n"
        "reg [15:0] a, b, c; assign q = c; always @(posedge clk) begin\na <= off ? 16'd0 : HLT ? a "
        ": d; b <= off ? 16'd0 : HLT ? b : a + 1; c <= off ? 16'd1 : HLT ? c : b; "
        "end\nendmodule\n");
    const Finding* found = pipeline_in(text.findings);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(states_of(*found), "moves HLT<HLT");
}

// Where a handshake tells when the design waits, there is no need of it.
TEST(Pipeline, IsLeftToHandshakes) {
    const FoundText text(pipeline(
        ", input s_valid, output s_ready, input [7:0] s_data, output reg [7:0] t",
        "reg full; assign s_ready = !full; always @(posedge clk) if (rst) full <= 0; else if "
        "(s_valid && s_ready) begin full <= 1; t <= s_data; end else full <= 0;\n"));
    EXPECT_EQ(pipeline_in(text.findings), nullptr);
}

// Registers that are written one by one are no pipeline.
TEST(Pipeline, NotOfSettings) {
    const FoundText text(
        "module top (input clk, input we, input [1:0] at, input [15:0] d, output [47:0] q);\n"
        "reg [15:0] a, b, c; assign q = {a, b, c};\n"
        "always @(posedge clk) if (we) case (at) 0: a <= d; 1: b <= d; default: c <= d; endcase\n"
        "endmodule\n");
    EXPECT_EQ(pipeline_in(text.findings), nullptr);
}

}  // namespace
}  // namespace tapestry
