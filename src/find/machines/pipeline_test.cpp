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

// A core of five stages that asks a memory: held and flushed by what another module decides.
std::string core(const std::string& more_registers = "") {
    return "module hazard (input ask_wait, mul_wait, load_use, jump, output hold_m, hold_x, "
           "hold_d, "
           "kill_x);\nassign hold_m = ask_wait; assign hold_x = ask_wait | mul_wait;\n"
           "assign hold_d = hold_x | load_use; assign kill_x = (load_use | jump) & ~hold_x;\n"
           "endmodule\n"
           "module core (input clk, rst, input [15:0] code, output ask, output [15:0] at,\n"
           "  input [15:0] got, input ok);\n"
           "reg [15:0] pc, ir, x, m, w; reg ir_v, x_v, m_v; reg [1:0] left;\n" +
           more_registers +
           "wire hold_m, hold_x, hold_d, kill_x; assign ask = m_v; assign at = m;\n"
           "hazard u_hazard (m_v & ~ok, left != 0, ir_v & ir[0] & m_v, x_v & x[15] & x[14], "
           "hold_m, hold_x, hold_d, kill_x);\n"
           "always @(posedge clk) if (rst) begin pc <= 0; ir_v <= 0; x_v <= 0; m_v <= 0; left <= "
           "0; "
           "end else begin\n"
           "if (!hold_d) begin pc <= pc + 1; ir <= code ^ pc; ir_v <= code[3]; end\n"
           "if (kill_x) x_v <= 0; else if (!hold_x) begin x <= ir + w; x_v <= ir_v; end\n"
           "if (left != 0) left <= left - 1; else if (x_v & !hold_x) left <= x[1:0];\n"
           "if (!hold_m) begin m <= x + 3; m_v <= x_v & !hold_x; end\n"
           "if (!hold_m) w <= got;\nend\nendmodule\n"
           "module ram (input clk, rst, input ask, input [15:0] at, output [15:0] got, output "
           "ok);\n"
           "reg [15:0] kept [0:255]; reg [2:0] n; assign ok = ask & n == 3'd5; assign got = "
           "kept[at[7:0]];\n"
           "always @(posedge clk) if (rst) n <= 0; else if (ask) begin n <= ok ? 0 : n + 1; "
           "if (ok & at[15]) kept[at[7:0]] <= at; end\nendmodule\n"
           "module top (input clk, rst, input [15:0] code, output [15:0] at);\n"
           "wire ask, ok; wire [15:0] got;\n"
           "core u_core (clk, rst, code, ask, at, got, ok); ram u_ram (clk, rst, ask, at, got, "
           "ok);\n"
           "endmodule\n";
}

// Beside the handshake of what it asks for, causes first: a signal that says less than another is
// seen only before it.
TEST(Pipeline, BesideWhatItAsksFor) {
    const FoundText text(core());
    EXPECT_TRUE(std::ranges::any_of(text.findings.taken,
                                    [](const Finding& f) { return f.is(TapKind::stream); }));
    const Finding* found = pipeline_in(text.findings);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(states_of(*found), "moves hold_m<ok hold_d");
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
