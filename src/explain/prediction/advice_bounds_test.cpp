// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/advice_bounds.h"

#include <gtest/gtest.h>

#include "explain/network/made_run.h"
#include "explain/replay/replay.h"

namespace tapestry {
namespace {

// Sets the stalls that a recording at these settings would have.
void note_stalls(Operations& operations) {
    const Replay replay(operations);
    std::vector<std::vector<std::uint64_t>> ends;
    replay.run(replay.recorded_settings(), &ends);
    for (std::size_t t = 0; t < ends.size(); ++t) {
        OperationThread& thread = operations.threads[t];
        std::uint64_t now = 0;
        for (std::size_t v = 0; v < ends[t].size(); ++v) {
            const std::uint64_t stalled = ends[t][v] - now - thread.visits[v].delay;
            thread.visits[v].blocked = stalled > 0;
            if (stalled > 0) thread.stalls.push_back(stalled);
            now = ends[t][v];
        }
    }
}

// A gives a beat every 10 cycles into a queue of 2; B takes one every 15.
tapestry::Run recorded() {
    MadeRun made;
    made.machine("top.u_a", {{"WORK", 6660, 666}, {"SEND", 3340, 666, {for_ready("in")}}})
        .machine("top.u_b", {{"TAKE", 666, 666, {for_valid("out")}}, {"MILL", 9334, 666}})
        .stream("in", "top.u_a", "top.u_q", 666, 3300, 0)
        .queue("top.u_q", 2, 2, 9000, 100, 666)
        .stream("out", "top.u_q", "top.u_b", 666, 9000, 0);
    tapestry::Run run = made.run();
    run.operations.channels = {{"top.u_q", 2, 1, 1, 2}};
    run.operations.threads = {{"top.u_a", 0, {{{0, true, 0}}}, {}, {}},
                              {"top.u_b", 0, {{{0, false, 0}}}, {}, {}}};
    for (int i = 0; i < 666; ++i) {
        run.operations.threads[0].visits.push_back({10, 0, false});
        run.operations.threads[1].visits.push_back({15, 0, false});
    }
    note_stalls(run.operations);
    return run;
}

Advice advice(const std::string& rule, const std::string& path, double bound) {
    Advice a;
    a.rule = rule;
    a.path = path;
    a.bound = bound;
    return a;
}

// The bound from counters is larger than the one from replay; the advice is ranked by the latter.
TEST(AdviceBounds, ComeFromReplayAndRankTheAdvice) {
    Analysis analysis;
    analysis.advice = {advice("queue_too_shallow", "top.u_q", 0.9),
                       advice("interval_above_one", "top.u_b", 0.8),
                       advice("something_else", "top.u_a", 0.05)};
    bound_by_replay(recorded(), analysis);
    // A deeper queue does not make B faster, which leaves no advice.
    ASSERT_EQ(analysis.advice.size(), 2u);
    EXPECT_EQ(analysis.advice[0].path, "top.u_b");
    EXPECT_EQ(analysis.advice[1].path, "top.u_a");
    // Without B's work A is left: 10 of 15 cycles a beat, and a tenth of that is doubt.
    EXPECT_NEAR(*analysis.advice[0].bound, 0.35, 0.02);
    EXPECT_NE(analysis.advice[0].reasoning.find("replay"), std::string::npos);
}

TEST(AdviceBounds, StayWhereNothingIsRecorded) {
    tapestry::Run run = recorded();
    run.operations = {};
    Analysis analysis;
    analysis.advice = {advice("interval_above_one", "top.u_b", 0.8)};
    bound_by_replay(run, analysis);
    EXPECT_EQ(analysis.advice[0].bound, 0.8);
}

}  // namespace
}  // namespace tapestry
