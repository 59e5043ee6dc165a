// SPDX-License-Identifier: Apache-2.0
#include "weave/plan/guard_reads.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "find/detect/found_text_test.h"
#include "weave/plan/plan.h"

namespace tapestry {
namespace {

// Every read of the design, as `block kind signal`.
std::set<std::string> reads_in(const std::string& text) {
    FoundText found(text, {});
    Project project;
    project.record = true;
    const TapPlan plan = make_plan(found.design(), found.findings, project, {}, found.diagnostics);
    std::set<std::string> reads;
    for (const Tap& tap : plan.map.taps) {
        if (!tap.is(TapKind::stream)) continue;
        for (const GuardRead& r : tap.ends().producer_reads)
            reads.insert(fmt::format("{} {} {}", tap.ends().producer, r.kind, r.signal));
        for (const GuardRead& r : tap.ends().consumer_reads)
            reads.insert(fmt::format("{} {} {}", tap.ends().consumer, r.kind, r.signal));
    }
    return reads;
}
using Reads = std::set<std::string>;

const std::string kPorts = R"(
    input clk, input rst, input [7:0] in_data, input in_valid, output in_ready,
    output reg [7:0] out_data, output out_valid, input out_ready)";

// A stage whose `state`, `n` and guards are as given.
std::string stage(const std::string& more_ports, const std::string& body) {
    return "module stage (" + kPorts + more_ports + ");" + body + "\nendmodule\n";
}

std::string top(const std::string& connections, const std::string& body = "",
                const std::string& ports = "") {
    return R"(module top (input clk, input rst, input [7:0] s_data, input s_valid, output s_ready,
                          output [7:0] m_data, output m_valid, input m_ready)" +
           ports + ");" + body +
           R"(stage u_stage (.clk(clk), .rst(rst), .in_data(s_data), .in_valid(s_valid), .in_ready(s_ready),
                             .out_data(m_data), .out_valid(m_valid), .out_ready(m_ready))" +
           connections + "); endmodule\n";
}

const std::string kGuardedMachine = R"(
    reg [1:0] state; reg [3:0] n;
    assign in_ready = state == 0;
    assign out_valid = state == 2;
    always @(posedge clk) if (rst) state <= 0; else case (state)
        0: if (in_valid) begin out_data <= in_data; n <= in_data[3:0]; state <= 1; end
        1: if (n == 0 %) state <= 2; else n <= n - 1;
        2: if (out_ready) state <= 0;
        default: state <= 0;
    endcase
)";

std::string machine(const std::string& condition) {
    std::string text = kGuardedMachine;
    return text.replace(text.find('%'), 1, condition);
}

TEST(GuardReads, APlainStageHasNone) {
    EXPECT_EQ(reads_in(stage("", machine("")) + top("")), Reads{});
}

TEST(GuardReads, AWireBesideTheHandshakes) {
    EXPECT_EQ(reads_in(stage(", input hold", machine("&& !hold")) +
                       top(", .hold(hold)", "", ", input hold")),
              Reads{"top.u_stage wire top.hold"});
}

TEST(GuardReads, ARegisterOfTheModuleAboveThroughLogic) {
    EXPECT_EQ(reads_in(stage(", input hold", machine("&& !hold")) +
                       top(", .hold(used > 3 && s_valid)",
                           "reg [2:0] used; always @(posedge clk) if (rst) used <= 0; "
                           "else used <= used + m_valid;")),
              Reads{"top.u_stage wire top.used"});
}

TEST(GuardReads, ATimeSlotMovesWhileTheStageWaits) {
    EXPECT_EQ(reads_in(stage("",
                             "reg [2:0] slot; always @(posedge clk) if (rst) slot <= 0; else "
                             "slot <= slot + 1;" +
                                 machine("&& slot == 0")) +
                       top("")),
              Reads{"top.u_stage time top.u_stage.slot"});
}

TEST(GuardReads, ARandomNumberMovesWhileTheStageWaits) {
    EXPECT_EQ(reads_in(stage("",
                             "reg [4:0] dice; always @(posedge clk) if (rst) dice <= 1; else "
                             "dice <= {dice[3:0], dice[4] ^ dice[2]};" +
                                 machine("&& dice[0]")) +
                       top("")),
              Reads{"top.u_stage time top.u_stage.dice"});
}

// It counts only while the input is not ready, which a recording shows.
TEST(GuardReads, APauseThatItsReadyShows) {
    EXPECT_EQ(reads_in(stage("", R"(
                  reg full; reg [3:0] pause;
                  assign in_ready = pause == 0 && (!full || out_ready);
                  assign out_valid = full;
                  always @(posedge clk) if (rst) begin full <= 0; pause <= 0; end else begin
                      if (out_ready) full <= 0;
                      if (in_valid && in_ready) begin full <= 1; out_data <= in_data; pause <= 5; end
                      else if (pause != 0) pause <= pause - 1;
                  end)") +
                       top(""))
                  .count("top.u_stage wire top.u_stage.pause"),
              0u);
}

TEST(GuardReads, APauseThatRunsOnWhileTheInputIsWaitedFor) {
    const Reads reads = reads_in(stage("", R"(
        reg full; reg [3:0] pause;
        assign in_ready = !full;
        assign out_valid = full && pause == 0;
        always @(posedge clk) if (rst) begin full <= 0; pause <= 0; end else begin
            if (in_valid && in_ready) begin full <= 1; out_data <= in_data; end
            if (out_valid && out_ready) begin full <= 0; pause <= 5; end
            else if (pause != 0) pause <= pause - 1;
        end)") + top(""));
    EXPECT_TRUE(reads.contains("top.u_stage time top.u_stage.pause"));
}

TEST(GuardReads, AShiftRegisterThatEmptiesIsNoClock) {
    EXPECT_EQ(reads_in(stage("", R"(
                  reg [2:0] full;
                  assign in_ready = !full[2] || out_ready;
                  assign out_valid = full[2];
                  always @(posedge clk) if (rst) full <= 0; else if (in_ready) begin
                      full <= {full[1:0], in_valid}; out_data <= in_data;
                  end)") +
                       top("")),
              Reads{});
}

TEST(GuardReads, BeatsThatAreAlwaysTaken) {
    const Reads reads = reads_in(stage("", R"(
        reg full;
        assign in_ready = 1'b1;
        assign out_valid = full;
        always @(posedge clk) if (rst) full <= 0; else begin
            if (full && out_ready) full <= 0;
            if (in_valid && !full) begin full <= 1; out_data <= in_data; end
        end)") + top(""));
    EXPECT_TRUE(reads.contains("top.u_stage taken top.s"));
}

// A unit that a stage starts and waits for, measured as a call.
std::string calling_stage(const std::string& ports, const std::string& unit_ports,
                          const std::string& connections, const std::string& condition) {
    return "module unit (input clk, input rst, input start, output done" + unit_ports + R"();
        reg [2:0] left;
        assign done = left == 1;
        always @(posedge clk) if (rst) left <= 0;
            else if (start && left == 0) left <= 5;
            else if (left != 0 )" +
           condition + R"() left <= left - 1;
        endmodule
    )" +
           stage(ports, R"(
        reg [1:0] state;
        wire done, start = state == 1;
        unit u_unit (.clk(clk), .rst(rst), .start(start), .done(done))" +
                            connections + R"();
        assign in_ready = state == 0;
        assign out_valid = state == 3;
        always @(posedge clk) if (rst) state <= 0; else case (state)
            0: if (in_valid) begin out_data <= in_data; state <= 1; end
            1: state <= 2;
            2: if (done) state <= 3;
            3: if (out_ready) state <= 0;
        endcase)");
}

TEST(GuardReads, AMeasuredCallIsFollowed) {
    EXPECT_EQ(reads_in(calling_stage("", "", "", "") + top("")),
              Reads{"top.u_stage call top.u_stage.u_unit.done"});
}

TEST(GuardReads, AWireThatDecidesInsideACall) {
    const Reads reads =
        reads_in(calling_stage(", input hold", ", input hold", ", .hold(hold)", "&& !hold") +
                 top(", .hold(hold)", "", ", input hold"));
    EXPECT_TRUE(reads.contains("top.u_stage wire top.hold"));
}

}  // namespace
}  // namespace tapestry
