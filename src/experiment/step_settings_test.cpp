// SPDX-License-Identifier: Apache-2.0
#include "experiment/step_settings.h"

#include <gtest/gtest.h>

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

constexpr const char* kLearned =
    "top tb.dut.tapestry_step_clk 0 0 100\n"
    "root tb.dut.u_root.tapestry_step_clk 0 60 100\n"
    "root tb.dut.u_root.tapestry_step_clk 1 97 100\n"
    "root tb.dut.u_root.tapestry_step_clk 2 70 100\n";

TEST(StepSettings, NamesTheStepsOfTheSimulation) {
    const StepPlan plan = plan_of_root();
    const StepSettings settings(plan, parse_learned(kLearned));
    EXPECT_EQ(settings.speed_up(plan.blocks[0], 4),
              (Words{"+tb.dut.tapestry_step_clk=4", "+tb.dut.tapestry_step_clk.rest=0"}));
}

// A strobe rests low though it is high more often than not; other levels rest where they mostly
// are.
TEST(StepSettings, LevelsRestWhereTheyMostlyAreAndStrobesLow) {
    const StepPlan plan = plan_of_root();
    const StepSettings settings(plan, parse_learned(kLearned));
    EXPECT_EQ(
        settings.speed_up(plan.blocks[1], 2),
        (Words{"+tb.dut.u_root.tapestry_step_clk=2", "+tb.dut.u_root.tapestry_step_clk.rest=6"}));
}

TEST(StepSettings, AStateIsNamedByItsCode) {
    const StepPlan plan = plan_of_root();
    const StepSettings settings(plan, parse_learned(kLearned));
    const Words words = settings.speed_up_in(plan.blocks[0], 2, "5");
    EXPECT_EQ(words.back(), "+tb.dut.tapestry_step_clk.only=5");
}

TEST(StepSettings, ABlockThatDidNotShowUpHasNone) {
    const StepPlan plan = plan_of_root();
    EXPECT_TRUE(StepSettings(plan, {}).speed_up(plan.blocks[1], 2).empty());
}

TEST(StepSettings, LinesOfAnotherFormArePassedOver) {
    EXPECT_TRUE(parse_learned("root\n\nroot path x 1 2\n").empty());
}

}  // namespace
}  // namespace tapestry
