// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/own_pace.h"

#include <gtest/gtest.h>

#include "explain/counters/analyse.h"
#include "explain/network/made_run.h"
#include "model/verdict_words.h"

namespace tapestry {
namespace {

// A receiver that is busy for most of the run, under a testbench that sets its own pace; its input
// waits for so many cycles.
Run receiver(std::uint64_t refused = 0) {
    MadeRun made;
    made.machine("top.u_rx", {{"REST", 600, 100, {{"rx", "", "", "port"}}}, {"BITS", 9400, 100}})
        .stream("in", "", "top.u_rx", 100, refused, 0)
        .stream("out", "top.u_rx", "", 100, 0, 9000);
    Run run = made.run();
    run.facts.facts.emplace_back(kOpenLoop, "yes");
    return run;
}

Experiment made_faster(double saving, ExperimentKind kind) {
    Experiment e;
    e.path = "top.u_rx";
    e.kind = kind;
    e.factor = 2;
    e.saving = saving;
    e.status = ExperimentStatus::tried;
    return e;
}

bool is_outside_blamed(const Run& run) {
    return answer_of(analyse(run).verdict).starts_with("The outside limits this design, at top:");
}

TEST(OwnPace, ABusyBlockIsNotToBlame) {
    tapestry::Run run = receiver();
    EXPECT_TRUE(is_outside_blamed(run)) << answer_of(analyse(run).verdict);
    for (const Advice& advice : analyse(run).advice) EXPECT_FALSE(advice.bound);
    run.facts.facts.clear();
    EXPECT_FALSE(is_outside_blamed(run));
}

TEST(OwnPace, ADesignThatLetsItsInputWaitMayTakeMore) {
    EXPECT_FALSE(is_outside_blamed(receiver(5000)));
}

TEST(OwnPace, WhatAnExperimentSavedOutweighsIt) {
    tapestry::Run run = receiver();
    run.experiments = {made_faster(0.0, ExperimentKind::block),
                       made_faster(0.3, ExperimentKind::outside)};
    EXPECT_TRUE(is_outside_blamed(run));
    run.experiments.push_back(made_faster(0.2, ExperimentKind::block));
    EXPECT_FALSE(is_outside_blamed(run));
}

TEST(OwnPace, ARunThatBrokeOffOrFailedTellsNothing) {
    tapestry::Run run = receiver();
    run.partial = true;
    EXPECT_FALSE(is_outside_blamed(run));
    run = receiver();
    run.facts.facts.emplace_back("testbench_error", "ERROR: wrong");
    EXPECT_FALSE(is_outside_blamed(run));
}

}  // namespace
}  // namespace tapestry
