// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/judge.h"

#include <gtest/gtest.h>

#include "explain/experiments/printed.h"

namespace tapestry {
namespace {

StepPlan plan_of_design() {
    StepPlan plan;
    plan.top = "top";
    StepSite top;
    top.module = "top";
    top.clocks = {{"clk", false}};
    StepFire out{"|(out_valid & out_ready)", "out_valid", true, true};
    top.fires = {out};
    StepSite root = top;
    root.module = "root";
    plan.sites = {top, root};
    plan.blocks = {{"top", 0, false}, {"top.u_root", 1, false}};
    return plan;
}

// A run with so many edges and further edges of u_root, and so many beats, whose hash is their
// number unless another is given.
Trial trial_of(std::uint64_t edges, std::uint64_t given, std::uint64_t beats,
               const std::string& hash = "") {
    BeatReport report{beats, hash, {}};
    for (std::uint64_t i = 0; i < beats && i < 64; ++i)
        report.hashes.push_back(hash.empty() ? std::to_string(beats - i) : hash);
    Trial trial;
    trial.reports["tb.dut.tapestry_step_clk"] = {"top", edges, 0, {0}, {report}, {}};
    trial.reports["tb.dut.u_root.tapestry_step_clk"] = {"root", edges, given, {0}, {report}, {}};
    trial.printed = "PASS at 1000\n";
    trial.ended = "finished";
    return trial;
}

Experiment judged(const Trial& plain, const Trial& trial) {
    const StepPlan plan = plan_of_design();
    const StepSettings settings(plan, plain.reports);
    Experiment experiment;
    Judge(plan, settings, plain, {999, 300}).judge(trial, {1}, experiment);
    return experiment;
}

TEST(Judge, TheSavingIsWhatTheCyclesSay) {
    Trial trial = trial_of(800, 500, 10);
    trial.printed = "PASS at 800\n";
    const Experiment e = judged(trial_of(1000, 0, 10), trial);
    EXPECT_EQ(e.status, ExperimentStatus::tried);
    EXPECT_DOUBLE_EQ(*e.saving, 0.2);
    EXPECT_EQ(e.cycles, 799u);
}

TEST(Judge, OtherDataOrManyMoreBeatsAreRejectedWithoutANumber) {
    for (const Trial& trial : {trial_of(800, 500, 10, "ff"), trial_of(800, 500, 100)}) {
        const Experiment e = judged(trial_of(1000, 0, 10), trial);
        EXPECT_EQ(e.status, ExperimentStatus::rejected);
        EXPECT_FALSE(e.saving);
        EXPECT_EQ(e.cycles, 0u);
        EXPECT_NE(e.reason.find("tb.dut.out_valid moved"), std::string::npos) << e.reason;
    }
}

// The same beats inside the design in another order: right as long as what leaves it shows that.
TEST(Judge, AnArbiterMayChooseOtherwiseWhereResultsAreSeen) {
    StepPlan plan = plan_of_design();
    const Trial plain = trial_of(1000, 0, 10);
    Trial trial = trial_of(800, 500, 10);
    trial.reports["tb.dut.u_root.tapestry_step_clk"].fires[0].hashes[0] = "other";
    for (const bool shown : {false, true}) {
        if (shown) plan.sites[0].fires[0].data = "out_data";
        const StepSettings settings(plan, plain.reports);
        Experiment e;
        Judge(plan, settings, plain, {999, 300}).judge(trial, {1}, e);
        EXPECT_EQ(e.status, shown ? ExperimentStatus::tried : ExperimentStatus::rejected);
    }
}

// Queues hold more of what is on its way than reports keep hashes of.
TEST(Judge, QueuesInsideMayHoldMuchMoreWhereResultsAreSeen) {
    StepPlan plan = plan_of_design();
    const Trial plain = trial_of(1000, 0, 1000);
    Trial trial = trial_of(800, 500, 1000);
    trial.reports["tb.dut.u_root.tapestry_step_clk"].fires[0] =
        trial_of(800, 500, 1200).reports["tb.dut.u_root.tapestry_step_clk"].fires[0];
    for (const bool shown : {false, true}) {
        if (shown) plan.sites[0].fires[0].data = "out_data";
        const StepSettings settings(plan, plain.reports);
        Experiment e;
        Judge(plan, settings, plain, {999, 300}).judge(trial, {1}, e);
        EXPECT_EQ(e.status, shown ? ExperimentStatus::tried : ExperimentStatus::rejected);
        Experiment without;
        Judge(plan, settings, plain, {999, 8}).judge(trial, {1}, without);
        EXPECT_EQ(without.status, ExperimentStatus::rejected);
    }
}

TEST(Judge, WhatIsOnItsWayAtTheEndMayDiffer) {
    EXPECT_EQ(judged(trial_of(1000, 0, 10), trial_of(800, 500, 12)).status,
              ExperimentStatus::tried);
}

TEST(Judge, ATestbenchThatEndsAfterATimeIsFoundOut) {
    const Experiment e = judged(trial_of(1000, 0, 10), trial_of(1000, 500, 15));
    EXPECT_EQ(e.status, ExperimentStatus::rejected);
    EXPECT_TRUE(e.reason.starts_with("the testbench ends after a time")) << e.reason;
}

TEST(Judge, WhatNoFasterBlockCanSaveIsRejected) {
    EXPECT_EQ(judged(trial_of(1000, 0, 10), trial_of(400, 300, 10)).status,
              ExperimentStatus::rejected);
    EXPECT_EQ(judged(trial_of(1000, 0, 10), trial_of(1050, 300, 10)).status,
              ExperimentStatus::rejected);
}

TEST(Judge, ABlockThatGotNoFurtherEdgesWasNotTried) {
    const Experiment e = judged(trial_of(1000, 0, 10), trial_of(1000, 1, 10));
    EXPECT_EQ(e.status, ExperimentStatus::refused);
    EXPECT_FALSE(e.saving);
}

TEST(Judge, ABlockThatABusHeldBackMayHaveSavedMore) {
    Trial trial = trial_of(900, 200, 10);
    trial.reports["tb.dut.u_root.tapestry_step_clk"].held = 10;
    EXPECT_EQ(judged(trial_of(1000, 0, 10), trial).status, ExperimentStatus::tried);
    trial.reports["tb.dut.u_root.tapestry_step_clk"].held = 500;
    EXPECT_EQ(judged(trial_of(1000, 0, 10), trial).status, ExperimentStatus::rejected);
}

// 1000 cycles: 100 with a beat at the edge, 200 of work, 700 of waiting. Twice as fast, 900 are
// left, and in 800 of them nothing crosses the edge.
TEST(Judge, WhatAFasterDesignStillWaitsForIsTheOutsides) {
    const StepPlan plan = plan_of_design();
    const Trial plain = trial_of(1000, 0, 10);
    Trial trial = trial_of(900, 0, 10);
    trial.reports["tb.dut.tapestry_step_clk"].given = 800;
    const StepSettings settings(plan, plain.reports);
    Experiment design;
    design.saving = 0.1;
    EXPECT_DOUBLE_EQ(Judge(plan, settings, plain, {999, 300}).outside_share(trial, {0}, design),
                     0.7);
}

TEST(Judge, ARunThatEndsInAnotherWayIsRejected) {
    Trial trial = trial_of(800, 500, 10);
    trial.ended = "exited with status 1";
    EXPECT_EQ(judged(trial_of(1000, 0, 10), trial).reason, "the simulation exited with status 1");
}

TEST(Printed, TimesMayDifferByTheFactorAndWordsMayNot) {
    EXPECT_EQ(printed_difference("t=1000 ok\n", "t=600  ok\n", 2), "");
    EXPECT_NE(printed_difference("t=1000 ok\n", "t=300 ok\n", 2), "");
    EXPECT_NE(printed_difference("sum 1a\n", "sum 1b\n", 2), "");
    EXPECT_EQ(printed_difference("PASS\n", "FAIL\n", 2),
              "the testbench printed 'FAIL' instead of 'PASS'");
    EXPECT_EQ(printed_difference("a\nb\n", "a\n", 2), "the testbench did not print 'b'");
    EXPECT_EQ(printed_difference("a\n", "a\nb\n", 2), "the testbench also printed 'b'");
}

TEST(Printed, WhatASimulatorSaysOfItselfDoesNotCount) {
    EXPECT_EQ(printed_difference("- Verilator: took 1 s\nx\n", "- Verilator: took 9 s\nx\n", 2),
              "");
}

}  // namespace
}  // namespace tapestry
