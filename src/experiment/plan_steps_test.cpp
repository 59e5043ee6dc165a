// SPDX-License-Identifier: Apache-2.0
#include "experiment/plan_steps.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "detect/detect.h"
#include "elaborate/elaborated_text.h"
#include "plan/plan.h"

namespace tapestry {
namespace {

StepPlan steps_of(const std::string& text) {
    const Elaborated elaborated = elaborate_text(text, "top");
    const NameSource names{[&](const SourcePlace& place) {
        return elaborated.source_text.name_at(
            elaborated.design.files.at(static_cast<std::size_t>(place.file)), place);
    }};
    Diagnostics diagnostics;
    const Result<Findings> findings = detect(elaborated.design, names, {}, diagnostics);
    EXPECT_TRUE(findings);
    const TapPlan plan = make_plan(elaborated.design, *findings, {}, {}, diagnostics);
    return plan_steps(elaborated.design, *findings, plan);
}

const StepSite& site_of(const StepPlan& plan, const std::string& module) {
    const auto found = std::find_if(plan.sites.begin(), plan.sites.end(),
                                    [&](const StepSite& site) { return site.module == module; });
    EXPECT_NE(found, plan.sites.end());
    return *found;
}

const std::string kStage = R"(
    module stage (input clk, input rst, input in_valid, output in_ready, input [7:0] in_data,
                  output reg out_valid, input out_ready, output reg [7:0] out_data, input pause);
        assign in_ready = !out_valid || out_ready;
        always @(posedge clk) if (rst) out_valid <= 0; else if (in_ready && !pause) begin
            out_valid <= in_valid; out_data <= in_data + 1; end
    endmodule
)";

TEST(PlanSteps, HandshakesFireAndOtherBitsAreLevels) {
    const StepPlan plan = steps_of(kStage + R"(
        module top (input clk, input rst, input in_valid, output in_ready, input [7:0] in_data,
                    output out_valid, input out_ready, output [7:0] out_data, input pause);
            stage u_stage (.*);
        endmodule
    )");
    const StepSite& stage = site_of(plan, "stage");
    ASSERT_EQ(stage.clocks.size(), 1u);
    EXPECT_EQ(stage.clocks[0].port, "clk");
    EXPECT_FALSE(stage.clocks[0].falling);
    EXPECT_EQ(stage.fires.size(), 2u);
    std::vector<std::string> levels;
    for (const StepLevel& level : stage.levels) levels.push_back(level.port);
    EXPECT_EQ(levels, (std::vector<std::string>{"rst", "pause"}));
    EXPECT_TRUE(stage.watches.empty());
    EXPECT_EQ(site_of(plan, "top").namesakes, std::vector<std::string>{"u_stage.clk"});
}

TEST(PlanSteps, ABusThatNothingAnnouncesIsWatched) {
    const StepPlan plan = steps_of(R"(
        module filter (input clk, input [7:0] x, output reg [7:0] y);
            always @(posedge clk) y <= x + y;
        endmodule
        module top (input clk, input [7:0] x, output [7:0] y); filter u_f (clk, x, y); endmodule
    )");
    EXPECT_EQ(site_of(plan, "filter").watches, (std::vector<std::string>{"x", "y"}));
    EXPECT_EQ(site_of(plan, "filter").watch_bits, 16u);
}

TEST(PlanSteps, WhatNobodyReadsIsNoEvent) {
    const StepPlan plan = steps_of(R"(
        module worker (input clk, output reg [7:0] sum, output reg at_end);
            always @(posedge clk) begin sum <= sum + 1; at_end <= sum == 9; end
        endmodule
        module top (input clk, output at_end);
            wire [7:0] unused;
            worker u_worker (.clk(clk), .sum(unused), .at_end(at_end));
        endmodule
    )");
    EXPECT_TRUE(site_of(plan, "worker").watches.empty());
    ASSERT_EQ(site_of(plan, "worker").levels.size(), 1u);
    EXPECT_EQ(site_of(plan, "worker").levels[0].port, "at_end");
}

TEST(PlanSteps, ArgumentsOfFunctionsAreNoPorts) {
    const StepPlan plan = steps_of(R"(
        module mixer (input clk, input [7:0] x, output reg [7:0] y);
            function [7:0] doubled(input [7:0] op, input turn);
                doubled = turn ? ~op : {op[6:0], 1'b0};
            endfunction
            always @(posedge clk) y <= doubled(x, y[0]);
        endmodule
        module top (input clk, input [7:0] x, output [7:0] y); mixer u_m (clk, x, y); endmodule
    )");
    EXPECT_EQ(site_of(plan, "mixer").watches, (std::vector<std::string>{"x", "y"}));
    EXPECT_TRUE(site_of(plan, "mixer").levels.empty());
}

TEST(PlanSteps, BothEdgesAreRefused) {
    const StepPlan plan = steps_of(R"(
        module both (input clk, input d, output reg q, output reg p);
            always @(posedge clk) q <= d;
            always @(negedge clk) p <= q;
        endmodule
        module top (input clk, input d, output q, output p); both u_b (clk, d, q, p); endmodule
    )");
    ASSERT_EQ(plan.refused.size(), 2u);
    EXPECT_EQ(plan.refused[1].path, "top.u_b");
    EXPECT_EQ(plan.refused[1].reason, "both edges of 'clk' clock registers");
}

TEST(PlanSteps, AnInterfaceThatNobodyLooksAtIsRefused) {
    const StepPlan plan = steps_of(R"(
        interface link; logic valid; logic [7:0] data; endinterface
        module source (input clk, link bus);
            always @(posedge clk) begin bus.valid <= !bus.valid; bus.data <= bus.data + 1; end
        endmodule
        module top (input clk); link u_link (); source u_source (clk, u_link); endmodule
    )");
    ASSERT_FALSE(plan.refused.empty());
    EXPECT_EQ(plan.refused.back().path, "top.u_source");
    EXPECT_NE(plan.refused.back().reason.find("lies outside it, and is no port"), std::string::npos)
        << plan.refused.back().reason;
}

TEST(PlanSteps, ClocksThroughInvertersAndGates) {
    const StepPlan plan = steps_of(R"(
        module leaf (input ck, input d, output reg q); always @(posedge ck) q <= d; endmodule
        module top (input clk, input en, input d, output q, output r);
            wire gated = clk & en;
            leaf u_gated (gated, d, q);
            wire turned = ~clk;
        endmodule
    )");
    EXPECT_EQ(site_of(plan, "top").clocks.front().port, "clk");
    EXPECT_EQ(site_of(plan, "leaf").clocks.front().port, "ck");
}

TEST(PlanSteps, LogicBesideInstancesIsABlockOfItsOwn) {
    const StepPlan plan = steps_of(kStage + R"(
        module top (input clk, input rst, input in_valid, output in_ready, input [7:0] in_data,
                    output out_valid, input out_ready, output [7:0] out_data, output reg [3:0] n);
            stage u_stage (.pause(1'b0), .*);
            always @(posedge clk) if (out_valid && out_ready) n <= n + 1;
        endmodule
    )");
    EXPECT_TRUE(site_of(plan, "top").has_own_logic);
    EXPECT_EQ(site_of(plan, "top").children, std::vector<std::string>{"u_stage"});
    EXPECT_EQ(std::count_if(plan.blocks.begin(), plan.blocks.end(),
                            [](const StepBlock& block) { return block.own_logic; }),
              1);
}

}  // namespace
}  // namespace tapestry
