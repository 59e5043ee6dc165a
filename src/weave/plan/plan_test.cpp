// SPDX-License-Identifier: Apache-2.0
#include "weave/plan/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "find/detect/found_text_test.h"

namespace tapestry {
namespace {

TapPlan plan_of(const std::string& text, const Project& project = {}, Diagnostics* said = nullptr) {
    FoundText found(text, project.taps);
    TapPlan plan = make_plan(found.design(), found.findings, project, {}, found.diagnostics);
    if (said) *said = found.diagnostics;
    return plan;
}

std::vector<std::string> paths_of(const TapPlan& plan) {
    std::vector<std::string> paths;
    for (const Tap& tap : plan.map.taps) paths.push_back(tap.path);
    std::sort(paths.begin(), paths.end());
    return paths;
}
using Names = std::vector<std::string>;

const std::string kMachine = R"(
    module machine #(parameter W = 2) (input clk, input go);
        reg [W-1:0] state;
        always @(posedge clk) case (state) 0: if (go) state <= 1; 1: state <= 2; default: state <= 0; endcase
    endmodule
)";

TEST(Plan, OneSiteForSeveralParameterisationsAndInstances) {
    const TapPlan plan = plan_of(kMachine + R"(
        module top (input clk, input go);
            machine #(2) two (clk, go);
            machine #(3) three (clk, go);
            for (genvar i = 0; i < 2; i++) begin : g
                machine #(4) four (clk, go);
            end
        endmodule
    )");
    ASSERT_EQ(plan.sites.size(), 1u);
    EXPECT_EQ(plan.sites[0].module, "machine");
    EXPECT_EQ(plan.sites[0].codes.size(), 3u);
    EXPECT_EQ(paths_of(plan), (Names{"top.g[0].four.state", "top.g[1].four.state",
                                     "top.three.state", "top.two.state"}));
}

TEST(Plan, ANetAtSeveralLevelsIsTappedOnceAtTheHighest) {
    const TapPlan plan = plan_of(R"(
        module sink (input clk, input in_valid, output reg in_ready, input [7:0] in_data);
            always @(posedge clk) in_ready <= in_valid && in_data[0];
        endmodule
        module shell (input clk, input in_valid, output in_ready, input [7:0] in_data);
            sink inner (.*);
        endmodule
        module top (input clk, input in_valid, output in_ready, input [7:0] in_data);
            shell middle (.*);
        endmodule
    )");
    EXPECT_EQ(paths_of(plan), Names{"top.in"});
    EXPECT_EQ(plan.map.taps.at(0).ends().consumer, "top.middle.inner");
    EXPECT_EQ(plan.map.taps.at(0).ends().producer, "");
}

TEST(Plan, WhoOnlyHandsAStreamOnIsNoEndOfIt) {
    const TapPlan plan = plan_of(R"(
        module source (input clk, input rst, output reg o_valid, input o_ready, output reg [7:0] o_data);
            always @(posedge clk) if (rst) o_valid <= 0; else if (!o_valid || o_ready) begin
                o_valid <= 1; o_data <= o_data + 3; end
        endmodule
        module handing (input s_valid, output s_ready, input [7:0] s_data, output m_valid, input m_ready,
                        output [7:0] m_data);
            assign s_ready = m_ready;
            assign m_valid = s_valid;
            assign m_data = s_data;
        endmodule
        module top (input clk, input rst, output out_valid, input out_ready, output [7:0] out_data);
            wire valid, ready;
            wire [7:0] data;
            source u_source (clk, rst, valid, ready, data);
            handing u_handing (valid, ready, data, out_valid, out_ready, out_data);
        endmodule
    )");
    ASSERT_FALSE(plan.map.taps.empty());
    for (const Tap& tap : plan.map.taps) EXPECT_EQ(tap.ends().producer, "top.u_source") << tap.path;
}

TEST(Plan, AReadyOfSeveralBlocksIsThatOfTheLogicBetween) {
    const TapPlan plan = plan_of(R"(
        module source (input clk, input rst, output reg o_valid, input o_ready, output reg [7:0] o_data);
            always @(posedge clk) if (rst) o_valid <= 0; else if (!o_valid || o_ready) begin
                o_valid <= 1; o_data <= o_data + 3; end
        endmodule
        module core (input clk, input rst, input i_valid, output i_ready, input [7:0] i_data, output reg [7:0] left);
            assign i_ready = left == 0;
            always @(posedge clk) if (rst) left <= 0; else if (i_valid && i_ready) left <= i_data; else if (left != 0) left <= left - 1;
        endmodule
        module top (input clk, input rst, output [15:0] left);
            wire valid;
            wire [1:0] free;
            wire [7:0] data;
            source u_source (clk, rst, valid, |free, data);
            core u_first (clk, rst, valid && free[0], free[0], data, left[7:0]);
            core u_second (clk, rst, valid && !free[0], free[1], data, left[15:8]);
        endmodule
    )");
    const auto given = std::find_if(plan.map.taps.begin(), plan.map.taps.end(), [](const Tap& tap) {
        return tap.kind() == TapKind::stream && tap.ends().producer == "top.u_source";
    });
    ASSERT_NE(given, plan.map.taps.end());
    EXPECT_EQ(given->ends().consumer, "top");
}

TEST(Plan, AReadyThatIsAlwaysOneIsAnEnd) {
    const TapPlan plan = plan_of(R"(
        module source (input clk, input rst, output reg o_valid, input o_ready, output reg [7:0] o_data);
            always @(posedge clk) if (rst) o_valid <= 0; else if (!o_valid || o_ready) begin
                o_valid <= 1; o_data <= o_data + 3; end
        endmodule
        module drain (input clk, input i_valid, output i_ready, input [7:0] i_data, output reg [7:0] sum);
            assign i_ready = 1;
            always @(posedge clk) if (i_valid) sum <= sum + i_data;
        endmodule
        module top (input clk, input rst, output [7:0] sum);
            wire valid, ready;
            wire [7:0] data;
            source u_source (clk, rst, valid, ready, data);
            drain u_drain (clk, valid, ready, data, sum);
        endmodule
    )");
    ASSERT_FALSE(plan.map.taps.empty());
    for (const Tap& tap : plan.map.taps) EXPECT_EQ(tap.ends().consumer, "top.u_drain") << tap.path;
}

const std::string kBarrier = R"(
    module worker (input clk, input rst, input round, input [7:0] load, output reg here);
        reg [7:0] row;
        always @(posedge clk) if (rst) here <= 1; else if (here) begin
            if (round) begin here <= 0; row <= load; end
        end else begin row <= row - 1; if (row == {8{round}}) here <= 1; end
    endmodule
    module barrier (input clk, input rst, input [1:0] here, output reg round);
        reg [1:0] phase;
        always @(posedge clk) if (rst) begin phase <= 0; round <= 0; end else case (phase)
            0: begin round <= 1; phase <= 1; end
            1: begin round <= 0; phase <= 2; end
            2: if (&here) phase <= 0;
            default: phase <= 0;
        endcase
    endmodule
    module top (input clk, input rst, input [7:0] load);
        wire [1:0] here;
        wire round;
        barrier meet (.clk, .rst, .here, .round);
        worker upper (.clk, .rst, .round, .load(8'd9), .here(here[0]));
        worker lower (.clk, .rst, .round, .load, .here(here[1]));
    endmodule
)";

// A state that waits for a vector waits for all drivers of it.
TEST(Plan, AVectorHasSeveralDrivers) {
    const TapPlan plan = plan_of(kBarrier);
    ASSERT_EQ(paths_of(plan), Names{"top.meet.phase"});
    Names awaited;
    for (const TapState& state : plan.map.taps[0].states())
        for (const StateWait& wait : state.waits) awaited.push_back(wait.from);
    EXPECT_EQ(awaited, (Names{"top.upper", "top.lower"}));
}

// A handshake that changes its polarity between two blocks, in a wire and in a connection.
TEST(Plan, AWaitForAnInverseIsAWaitForItsDriver) {
    const TapPlan plan = plan_of(R"(
        module stage (input clk, input rst, input in_valid, output in_ready, input [7:0] in_data,
                      output out_valid, input out_stall, output reg [7:0] out_data);
            localparam TAKE = 0, GIVE = 1;
            reg [1:0] state;
            assign in_ready = state == TAKE;
            assign out_valid = state == GIVE;
            always @(posedge clk) if (rst) state <= TAKE; else case (state)
                TAKE: if (in_valid) begin out_data <= in_data + 1; state <= GIVE; end
                GIVE: if (!out_stall) state <= TAKE;
                default: state <= TAKE;
            endcase
        endmodule
        module top (input clk, input rst, input in_valid, output in_ready, input [7:0] in_data,
                    output out_valid, input out_stall, output [7:0] out_data);
            wire valid, ready, none, stall;
            wire [7:0] data;
            assign none = ~valid;
            assign stall = ~ready;
            stage a (clk, rst, in_valid, in_ready, in_data, valid, stall, data);
            stage b (clk, rst, ~none, ready, data, out_valid, out_stall, out_data);
        endmodule
    )");
    std::map<std::string, StateWait> waits;
    for (const Tap& tap : plan.map.taps)
        if (tap.is(TapKind::fsm))
            for (const TapState& state : tap.states())
                for (const StateWait& wait : state.waits) waits[tap.scope + state.name] = wait;
    EXPECT_EQ(waits["top.aGIVE"].from, "top.b");
    EXPECT_EQ(waits["top.aGIVE"].role, "ready");
    EXPECT_EQ(waits["top.bTAKE"].from, "top.a");
    EXPECT_EQ(waits["top.bTAKE"].role, "valid");
}

// One bit of the vector is the module's own logic, the other comes from a block.
TEST(Plan, AVectorOfLogicAndABlockHasTwoDrivers) {
    std::string text = kBarrier;
    const std::size_t at = text.find("worker upper");
    text.replace(at, text.find('\n', at) - at, "assign here[0] = !load[0] || load[1];");
    Names awaited;
    const TapPlan plan = plan_of(text);
    for (const TapState& state : plan.map.taps[0].states())
        for (const StateWait& wait : state.waits) awaited.push_back(wait.from);
    EXPECT_EQ(awaited, (Names{"top", "top.lower"}));
}

// Wires of blocks without a tap, including those from outside except clocks and resets.
TEST(Plan, WhatABlockThatIsNotSeenHears) {
    Names wires;
    for (const GraphEdge& e : plan_of(kBarrier).map.edges) wires.push_back(e.from + ">" + e.to);
    std::sort(wires.begin(), wires.end());
    EXPECT_EQ(wires, (Names{">top.lower", "top.lower>top.meet", "top.meet>top.lower",
                            "top.meet>top.upper", "top.upper>top.meet"}));
}

// A helper module that HLS puts into a loop is part of the loop, not a block without a tap.
TEST(Plan, AHelperOfALoopIsNoBlock) {
    std::string text = kBarrier;
    for (std::size_t at = 0; (at = text.find("worker", at)) != text.npos; at += 30)
        text.replace(at, 6, "top_flow_control_loop_pipe_init");
    EXPECT_TRUE(plan_of(text).map.edges.empty());
}

// A register with a valid flag does no work of its own.
TEST(Plan, WhatOnlyKeepsIsNoBlock) {
    const std::string text = kMachine + R"(
        module kept (input clk, input rst, input we, input [7:0] d, output reg [7:0] q, output reg done);
            always @(posedge clk) if (rst) begin q <= 0; done <= 0; end
                else if (we) begin q <= d; done <= 1; end else done <= 0;
        endmodule
        module top (input clk, input rst, input go, input we, input [7:0] d, output [7:0] q);
            wire done;
            machine a (clk, go & done);
            kept b (.*);
        endmodule
    )";
    EXPECT_TRUE(plan_of(text).map.edges.empty());
    std::string counting = text;
    counting.replace(counting.find("q <= d"), 6, "q <= q + d");
    EXPECT_FALSE(plan_of(counting).map.edges.empty());
    std::string refusing = text;
    refusing.replace(refusing.find("else if (we)"), 12, "else if (we && !done)");
    EXPECT_FALSE(plan_of(refusing).map.edges.empty());
}

// What resets a block a cycle later is a reset too, and nothing that the block waits for.
TEST(Plan, AResetThatIsCopiedIsNoInput) {
    const std::string text = R"(
        module counts (input clk, input rst, input in_valid, output in_ready, input [7:0] in_data,
                       output reg [7:0] q);
            reg late_reset = 1;
            reg [1:0] left;
            assign in_ready = left == 0;
            always @(posedge clk) late_reset <= !rst;
            always @(posedge clk) if (late_reset) begin q <= 0; left <= 0; end
                else if (left != 0) left <= left - 1;
                else if (in_valid) begin q <= q + in_data; left <= 3; end
        endmodule
        module top (input clk, input rst, input in_valid, output in_ready, input [7:0] in_data,
                    output [7:0] q);
            counts b (clk, rst, in_valid, in_ready, in_data, q);
        endmodule
    )";
    const auto unseen_inputs = [](const TapPlan& plan) {
        return std::count_if(plan.map.edges.begin(), plan.map.edges.end(),
                             [](const GraphEdge& e) { return e.channel.empty(); });
    };
    EXPECT_EQ(unseen_inputs(plan_of(text)), 0);
    std::string heard = text;  // the same pin holds it up
    heard.replace(heard.find("left != 0"), 9, "left != 0 && rst");
    EXPECT_EQ(unseen_inputs(plan_of(heard)), 0);
    heard.replace(heard.find("late_reset <= !rst"), 18, "late_reset <= left[0] && q[0]");
    EXPECT_EQ(unseen_inputs(plan_of(heard)), 1);
}

// The start bit of a register port: who waits for it waits for the host, though a register of the
// top lies between. One that the design writes, or that counts, is the design's.
TEST(Plan, ARegisterThatTheHostWritesIsTheHosts) {
    const auto awaited = [](const std::string& written) {
        const TapPlan plan = plan_of(R"(
        module core (input clk, input start, output ready);
            reg [1:0] state;
            reg [2:0] n;
            assign ready = state == 0;
            always @(posedge clk) case (state) 0: if (start) begin state <= 1; n <= 0; end
                1: begin n <= n + 1; if (n == 5) state <= 2; end default: state <= 0; endcase
        endmodule
        module other (input clk, output reg go);
            always @(posedge clk) go <= !go;
        endmodule
        module top (input clk, input rst, input cs, input we, input [7:0] data, output ready);
            reg start, go_q;
            wire go;
            reg start_new;
            always @* begin start_new = 0; if (cs) if (we) if (ready) start_new = data[0]; end
            always @(posedge clk) if (rst) start <= 0; else )" +
                                     written + R"(
            other u_other (clk, go);
            core u_core (clk, start, ready);
        endmodule
    )");
        for (const Tap& tap : plan.map.taps)
            if (tap.path == "top.u_core.state" && !tap.machine().states[0].waits.empty()) {
                const StateWait& wait = tap.machine().states[0].waits[0];
                return wait.role + " " + wait.channel + wait.from;
            }
        return std::string("nothing");
    };
    EXPECT_EQ(awaited("start <= start_new;"), "port top.cs");
    EXPECT_EQ(awaited("start <= start_new && go;"), " top");
    EXPECT_EQ(awaited("start <= cs && !start;"), " top");
}

// The start of the whole design is distinguished from other ports.
TEST(Plan, AStateThatWaitsForTheStartSaysSo) {
    const TapPlan plan = plan_of(R"(
        module top (input clk, input rst, input ap_start, output ap_done, output ap_idle,
                    output ap_ready, input tick);
            reg [1:0] state;
            assign ap_idle = state == 0 && !ap_start;
            assign ap_done = state == 2;
            assign ap_ready = ap_done;
            always @(posedge clk) if (rst) state <= 0; else case (state)
                0: if (ap_start) state <= 1;
                1: if (tick) state <= 2;
                default: state <= 0;
            endcase
        endmodule
    )");
    std::map<std::string, bool> starts;
    for (const Tap& tap : plan.map.taps)
        if (tap.is(TapKind::fsm))
            for (const TapState& state : tap.states())
                for (const StateWait& wait : state.waits) starts[wait.signal] = wait.starts;
    EXPECT_EQ(starts, (std::map<std::string, bool>{{"ap_start", true}, {"tick", false}}));
}

TEST(Plan, OneLeaderForEachClockRoot) {
    const TapPlan plan = plan_of(kMachine + R"(
        module top (input clk_a, input clk_b, input go);
            wire renamed = clk_a;
            machine a (clk_a, go);
            machine same (renamed, go);
        endmodule
    )");
    ASSERT_EQ(plan.map.clocks.size(), 1u);
    EXPECT_EQ(plan.map.clocks[0].path, "top.clk_a");
    ASSERT_EQ(plan.clocks.size(), 1u);
    EXPECT_EQ(plan.clocks[0].module, "top");
    EXPECT_EQ(plan.sites.at(0).shared_clock, plan.clocks[0].clock);
}

// One text on two clocks cannot name one leader: its taps count their own edges.
TEST(Plan, ASiteOnTwoClocksSharesNone) {
    const TapPlan plan = plan_of(kMachine +
                                 "module top (input clk_a, input clk_b, input go); machine a "
                                 "(clk_a, go); machine b (clk_b, go); endmodule");
    EXPECT_EQ(plan.map.clocks.size(), 2u);
    EXPECT_EQ(plan.clocks.size(), 0u);
    EXPECT_EQ(plan.sites.at(0).shared_clock, -1);
}

TEST(Plan, ExcludedInstancesAreIgnoredNotForgotten) {
    Project project;
    project.exclude = {"top.b.*"};
    project.rename = {{"top.a.*", "the machine"}};
    const TapPlan plan = plan_of(
        kMachine +
            "module top (input clk, input go); machine a (clk, go); machine b (clk, go); endmodule",
        project);
    EXPECT_EQ(paths_of(plan), Names{"top.a.state"});
    EXPECT_EQ(plan.map.taps[0].name, "the machine");
    EXPECT_EQ(plan.map.ignored, Names{"top.b.tapestry_fsm_state"});
    project.include = {"nothing"};
    EXPECT_TRUE(
        plan_of(kMachine + "module top (input clk, input go); machine a (clk, go); endmodule",
                project)
            .sites.empty());
}

TEST(Plan, TheSameInputGivesTheSamePlan) {
    const std::string text = kMachine +
                             "module top (input clk, input go); machine a (clk, go); machine #(3) "
                             "b (clk, go); endmodule";
    const std::string first = to_json(plan_of(text).map);
    const std::string second = to_json(plan_of(text).map);
    auto without_folder = [](std::string json) {  // the text stands in a fresh folder each time
        for (std::size_t at; (at = json.find("elaborated_text-")) != std::string::npos;)
            json.erase(at, 22);
        return json;
    };
    EXPECT_EQ(without_folder(first), without_folder(second));
}

}  // namespace
}  // namespace tapestry
