// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/capacities.h"

#include <gtest/gtest.h>

#include "find/detect/found_text_test.h"

namespace tapestry {
namespace {

std::vector<Capacity> rooms_of(const std::string& text) {
    const FoundText found(text);
    return find_capacities(found.design(), found.findings);
}

TEST(Rooms, AWindowIsARegisterThatCountsBothWaysAgainstAParameter) {
    const std::vector<Capacity> rooms = rooms_of(R"(
        module asker #(parameter WIDTH = 4, MOST = 4) (input clk, input rst, output ask,
                                                       input back, output [WIDTH-1:0] n);
            reg [4:0] under_way;
            reg [3:0] timer;
            assign ask = under_way < MOST;
            assign n = timer;
            always @(posedge clk) if (rst) begin under_way <= 0; timer <= 4; end else begin
                under_way <= under_way + ask - back;
                timer <= timer - 1;
            end
        endmodule
        module top (input clk, input rst, output ask, input back, output [3:0] n);
            generate if (1) begin : g asker u_asker (.*); end endgenerate
        endmodule
    )");
    ASSERT_EQ(rooms.size(), 1U);
    EXPECT_EQ(rooms[0].path, "top.g.u_asker");
    EXPECT_EQ(rooms[0].kind, ExperimentKind::window);
    EXPECT_EQ(rooms[0].parameter, "MOST");
    EXPECT_EQ(rooms[0].change(16), "MOST = 64 instead of 4");
}

TEST(Rooms, CreditsCountDownFromAParameterThroughAWire) {
    const std::vector<Capacity> rooms = rooms_of(R"(
        module sender #(parameter CREDITS = 3) (input clk, input rst, output send, input back);
            reg [3:0] left;
            wire [3:0] fewer = left - send;
            assign send = left != 0;
            always @(posedge clk) if (rst) left <= CREDITS; else left <= fewer + back;
        endmodule
        module top (input clk, input rst, output send, input back);
            sender #(.CREDITS(5)) u_sender (clk, rst, send, back);
        endmodule
    )");
    ASSERT_EQ(rooms.size(), 1U);
    EXPECT_EQ(rooms[0].parameter, "CREDITS");
    EXPECT_EQ(rooms[0].value, 5U);
}

TEST(Rooms, TheDepthOfAQueueMayBeTheWidthOfItsAddress) {
    const std::vector<Capacity> rooms = rooms_of(R"(
        module fifo #(parameter AW = 3) (input clk, input rst, input push, input [7:0] din,
                                         output full, input pop, output [7:0] dout, output empty);
            reg [7:0] mem [0:(1 << AW) - 1];
            reg [AW:0] wr, rd;
            assign empty = wr == rd;
            assign full = wr - rd == 1 << AW;
            assign dout = mem[rd[AW-1:0]];
            always @(posedge clk) if (rst) begin wr <= 0; rd <= 0; end else begin
                if (push && !full) begin mem[wr[AW-1:0]] <= din; wr <= wr + 1; end
                if (pop && !empty) rd <= rd + 1;
            end
        endmodule
        module top (input clk, input rst, input push, input [7:0] din, output full, input pop,
                    output [7:0] dout, output empty);
            fifo #(4) u_fifo (.*);
        endmodule
    )");
    ASSERT_EQ(rooms.size(), 1U);
    EXPECT_EQ(rooms[0].kind, ExperimentKind::depth);
    EXPECT_EQ(rooms[0].change(2), "AW = 5 instead of 4");
}

// What has come back waits in a queue that is deep enough; what may be under way is the bound.
TEST(Rooms, AWindowBeforeADeepQueueIsAWindow) {
    const auto rooms = rooms_of(R"(
        module reader #(parameter WINDOW = 2) (input clk, input rst, input in_valid, output in_ready,
                                               input [7:0] in_data, output ask, input back, input [7:0] word,
                                               output out_valid, input out_ready, output [7:0] out_data);
            reg [9:0] under_way, held, head, tail;
            reg [7:0] store [0:511];
            wire room = under_way + held < WINDOW;
            wire gives = held != 0 && out_ready;
            assign in_ready = room;
            assign ask = room && in_valid;
            assign out_valid = held != 0;
            assign out_data = store[tail[8:0]];
            always @(posedge clk) if (back) store[head[8:0]] <= word;
            always @(posedge clk) if (rst) begin under_way <= 0; held <= 0; head <= 0; tail <= 0; end else begin
                under_way <= under_way + ask - back;
                held <= held + back - gives;
                if (back) head <= head + 1;
                if (gives) tail <= tail + 1;
            end
        endmodule
        module top (input clk, input rst, input in_valid, output in_ready, input [7:0] in_data, output ask,
                    input back, input [7:0] word, output out_valid, input out_ready, output [7:0] out_data);
            reader #(.WINDOW(4)) u_reader (.*);
        endmodule
    )");
    ASSERT_EQ(rooms.size(), 1U);
    EXPECT_EQ(rooms[0].kind, ExperimentKind::window);
    EXPECT_EQ(rooms[0].change(16), "WINDOW = 64 instead of 4");
}

TEST(Rooms, WhatNoParameterGivesIsNoRoom) {
    EXPECT_TRUE(rooms_of(R"(
        module asker (input clk, input rst, output ask, input back);
            reg [4:0] under_way;
            assign ask = under_way < 4;
            always @(posedge clk) if (rst) under_way <= 0; else under_way <= under_way + ask - back;
        endmodule
        module top (input clk, input rst, output ask, input back);
            asker u_asker (.*);
        endmodule
    )")
                    .empty());
}

Capacity room(const std::string& path, ExperimentKind kind) {
    Capacity r;
    r.path = path;
    r.kind = kind;
    r.instance = path.substr(path.rfind('.') + 1);
    r.parent = "top";
    return r;
}

TEST(Rooms, AQueueIsTriedWhenItCouldSettleTheVerdict) {
    Analysis analysis;
    Verdict queue;
    queue.subject = "top.q";
    queue.kind = BottleneckKind::queue;
    queue.share = 0.2;
    analysis.bottlenecks = {queue};
    Experiment block;
    block.saving = 0.3;
    const std::vector<Capacity> rooms = {room("top.q", ExperimentKind::depth),
                                         room("top.p", ExperimentKind::depth)};
    EXPECT_EQ(choose_capacities(rooms, analysis, {block}, "suspects").size(), 1U);
    block.saving = 0.45;
    EXPECT_TRUE(choose_capacities(rooms, analysis, {block}, "suspects").empty());
    EXPECT_EQ(choose_capacities(rooms, analysis, {block}, "all").size(), 2U);
    EXPECT_EQ(choose_capacities(rooms, analysis, {block}, "p").size(), 1U);
}

TEST(Rooms, InstancesOfOneTextAreOne) {
    std::vector<Capacity> rooms = {room("top.g[0].a", ExperimentKind::window),
                                   room("top.g[1].a", ExperimentKind::window)};
    const std::vector<Capacity> chosen = choose_capacities(rooms, {}, {}, "suspects");
    ASSERT_EQ(chosen.size(), 1U);
    EXPECT_EQ(chosen[0].path, "top.g[*].a");
}

}  // namespace
}  // namespace tapestry
