// SPDX-License-Identifier: Apache-2.0
#include "experiment/judge.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

Run run_of(std::uint64_t cycles, std::uint64_t beats) {
    Run run;
    run.cycles = cycles;
    TapNumbers stream;
    stream.tap.path = "top.u_a.out";
    stream.numbers = {{"beats", beats}};
    run.taps = {stream};
    return run;
}

Experiment judged(const Run& plain, const Run& run,
                  const std::string& printed = "PASS in 10 cycles",
                  const std::vector<std::string>& blocks = {}) {
    Experiment experiment;
    judge({&plain, "PASS in 20 cycles", true}, {&run, printed, true}, blocks, experiment);
    return experiment;
}

TEST(Judge, SavingIsTheShareOfCyclesThatAreGone) {
    const Experiment e = judged(run_of(1000, 5), run_of(750, 5));
    EXPECT_EQ(e.status, ExperimentStatus::tried);
    EXPECT_EQ(e.cycles, 750U);
    EXPECT_DOUBLE_EQ(*e.saving, 0.25);
}

TEST(Judge, OtherBeatsAreNoExperiment) {
    const Experiment e = judged(run_of(1000, 5), run_of(750, 6));
    EXPECT_EQ(e.status, ExperimentStatus::rejected);
    EXPECT_FALSE(e.saving);
    EXPECT_EQ(e.cycles, 0U);
    EXPECT_EQ(e.reason, "top.u_a.out had 6 beats instead of 5");
}

// Inside a block that steps by itself taps miss edges.
TEST(Judge, BeatsInsideTheBlockAreNotCompared) {
    EXPECT_EQ(judged(run_of(1000, 5), run_of(750, 6), "PASS in 10 cycles", {"top.u_a"}).status,
              ExperimentStatus::tried);
}

TEST(Judge, TheTestbenchHasTheLastWord) {
    EXPECT_EQ(judged(run_of(1000, 5), run_of(750, 5), "FAIL in 10 cycles").status,
              ExperimentStatus::rejected);
    const tapestry::Run plain = run_of(1000, 5);
    const tapestry::Run run = run_of(750, 5);
    Experiment experiment;
    judge({&plain, "", true}, {&run, "", false}, {}, experiment);
    EXPECT_EQ(experiment.status, ExperimentStatus::rejected);
}

TEST(Judge, WhatCannotBeIsRejected) {
    EXPECT_EQ(judged(run_of(1000, 5), run_of(400, 5)).status, ExperimentStatus::rejected);
    EXPECT_EQ(judged(run_of(1000, 5), run_of(1100, 5)).status, ExperimentStatus::rejected);
}

}  // namespace
}  // namespace tapestry
