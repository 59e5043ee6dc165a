// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/step_settings.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tapestry {
namespace {

using Words = std::vector<std::string>;

StepPlan plan_of_root() {
    StepPlan plan;
    plan.top = "top";
    StepSite top;
    top.module = "top";
    top.clocks = {{"clk", false}};
    StepSite root = top;
    root.module = "root";
    root.levels = {{"start", true, false}, {"ready_n", false, false}, {"mode", false, false}};
    plan.sites = {top, root};
    plan.blocks = {{"top", 0, false}, {"top.u_root", 1, false}};
    return plan;
}

constexpr const char* kReport =
    "step top tb.dut.tapestry_step_clk 100 0\nlevel 0\nbeats 0 0\n"
    "step root tb.dut.u_root.tapestry_step_clk 100 7\n"
    "level 60\nlevel 97\nlevel 70\nbeats 2 7 ab 12\nmarks 80 90 1 12 40 2 ab 80\n";

TEST(StepReport, HasLevelsAndBeatsOfEachStep) {
    const StepReports reports = parse_step_reports(kReport);
    ASSERT_EQ(reports.size(), 2u);
    const StepReport& root = reports.at("tb.dut.u_root.tapestry_step_clk");
    EXPECT_EQ(root.module, "root");
    EXPECT_EQ(root.edges, 100u);
    EXPECT_EQ(root.given, 7u);
    EXPECT_EQ(root.ones, (std::vector<std::uint64_t>{60, 97, 70}));
    ASSERT_EQ(root.fires.size(), 1u);
    EXPECT_EQ(root.fires[0].beats, 2u);
    EXPECT_EQ(root.fires[0].total, "7");
    EXPECT_EQ(root.fires[0].last_edge, 80u);
    EXPECT_EQ(root.fires[0].last_time, 90u);
    ASSERT_EQ(root.fires[0].marks.size(), 2u);
    EXPECT_EQ(root.fires[0].marks[1].edge, 80u);
    EXPECT_EQ(root.fires[0].marks[1].hash, "ab");
    EXPECT_EQ(root.fires[0].hashes, (Words{"ab", "12"}));
}

TEST(StepReport, LinesOfAnotherFormArePassedOver) {
    EXPECT_TRUE(parse_step_reports("step\n\nlevel 3\nbeats\nstep root path x 1\n").empty());
}

TEST(StepSettings, NamesTheStepsOfTheSimulation) {
    const StepPlan plan = plan_of_root();
    const StepReports plain = parse_step_reports(kReport);
    const StepSettings settings(plan, plain);
    EXPECT_EQ(settings.speed_up(plan.blocks[0], 4),
              (Words{"+tapestry_tries=1", "+tb.dut.tapestry_step_clk.rest=0",
                     "+tb.dut.tapestry_step_clk=4", "+tb.dut.tapestry_step_clk.limit=205"}));
}

TEST(StepSettings, FurtherEdgesComeEarlyWhereTheTestbenchLooksBetween) {
    const StepPlan plan = plan_of_root();
    const StepReports plain = parse_step_reports(kReport);
    const Words words = StepSettings(plan, plain, true).speed_up(plan.blocks[0], 2);
    EXPECT_NE(std::find(words.begin(), words.end(), "+tapestry_early=1"), words.end());
    // The design is held back at the inactive edge, where nothing of it changes.
    const Words held = StepSettings(plan, plain, true).hold_back(plan.blocks[0]);
    EXPECT_EQ(std::find(held.begin(), held.end(), "+tapestry_early=1"), held.end());
}

// A strobe rests low though it is high more often than not; other levels rest where they mostly
// are.
TEST(StepSettings, LevelsRestWhereTheyMostlyAreAndStrobesLow) {
    const StepPlan plan = plan_of_root();
    const StepReports plain = parse_step_reports(kReport);
    const StepSettings settings(plan, plain);
    // The events of the top, which are the testbench's, count for blocks below it too.
    const Words words = settings.speed_up(plan.blocks[1], 2);
    EXPECT_EQ(words[1], "+tb.dut.tapestry_step_clk.rest=0");
    EXPECT_EQ(words[2], "+tb.dut.u_root.tapestry_step_clk.rest=6");
}

// `mode` is 1 in 70 of 100 cycles, and its name does not say what that means.
TEST(StepSettings, LevelsOfUnknownMeaningAreDoubtful) {
    const StepPlan plan = plan_of_root();
    const StepReports plain = parse_step_reports(kReport);
    const StepSettings settings(plan, plain);
    EXPECT_EQ(settings.doubtful_levels(plan.blocks[1]), Words{"mode"});
    EXPECT_EQ(settings.speed_up(plan.blocks[1], 2, "", true).back(),
              "+tb.dut.u_root.tapestry_step_clk.calm=4");
}

// A grant stays for as long as it is held, so its name does not say that each cycle counts.
TEST(StepSettings, WhatMayBeHeldIsDoubtfulThoughItIsAStrobe) {
    StepPlan plan = plan_of_root();
    const StepReports plain = parse_step_reports(kReport);
    StepLevel& start = plan.sites[1].levels[0];
    EXPECT_EQ(StepSettings(plan, plain).doubtful_levels(plan.blocks[1]), Words{"mode"});
    start.may_be_held = true;
    EXPECT_EQ(StepSettings(plan, plain).doubtful_levels(plan.blocks[1]), (Words{"start", "mode"}));
}

TEST(StepSettings, AStateIsNamedByItsCode) {
    const StepPlan plan = plan_of_root();
    const StepReports plain = parse_step_reports(kReport);
    const Words words = StepSettings(plan, plain).speed_up(plan.blocks[0], 2, "5");
    EXPECT_EQ(words.back(), "+tb.dut.tapestry_step_clk.only=5");
}

// The first beat moves at edge 10, after the reset.
TEST(StepSettings, ADesignIsHeldBackFromItsFirstBeatOn) {
    const StepPlan plan = plan_of_root();
    StepReports plain = parse_step_reports(kReport);
    EXPECT_EQ(StepSettings(plan, plain).hold_back(plan.blocks[0]).back(),
              "+tb.dut.tapestry_step_clk.slow=1");
    StepReport& top = plain.at("tb.dut.tapestry_step_clk");
    top.fires.resize(2);
    top.fires[1].marks = {{1, "a", 10}, {2, "b", 20}};
    EXPECT_EQ(StepSettings(plan, plain).hold_back(plan.blocks[0]).back(),
              "+tb.dut.tapestry_step_clk.slow=10");
}

TEST(StepSettings, ABlockThatDidNotShowUpHasNone) {
    const StepPlan plan = plan_of_root();
    const StepReports nothing;
    EXPECT_TRUE(StepSettings(plan, nothing).speed_up(plan.blocks[1], 2).empty());
}

TEST(StepSettings, WhatIsInsideABlockHasItsClock) {
    const StepPlan plan = plan_of_root();
    const StepReports plain = parse_step_reports(kReport);
    const StepSettings settings(plan, plain);
    EXPECT_TRUE(settings.is_inside("tb.dut.u_root.tapestry_step_clk", plan.blocks[0]));
    EXPECT_FALSE(settings.is_inside("tb.dut.tapestry_step_clk", plan.blocks[0]));
    EXPECT_FALSE(settings.is_inside("tb.dut.u_root.tapestry_step_clk", plan.blocks[1]));
    EXPECT_FALSE(settings.is_inside("tb.dut.u_rooter.tapestry_step_clk", plan.blocks[1]));
}

}  // namespace
}  // namespace tapestry
