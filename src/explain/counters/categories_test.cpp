// SPDX-License-Identifier: Apache-2.0
#include "explain/network/categories.h"

#include <gtest/gtest.h>

#include "explain/counters/analyse.h"
#include "explain/counters/markov.h"
#include "explain/network/made_run.h"
#include "model/own_time.h"

namespace tapestry {
namespace {

TEST(Categories, ByName) {
    const std::pair<const char*, const char*> rows[] = {
        {"IDLE", "idle"},
        {"S_IDLE", "idle"},
        {"StIdle", "idle"},
        {"WAIT_DATA", "wait_recv"},
        {"WaitReady", "wait_send"},
        {"WAIT_LOCK", "wait_sync"},
        {"S_WAIT", "wait_sync"},
        {"SEND_HEADER", "transfer"},
        {"INIT", "overhead"},
        {"FLUSH", "overhead"},
        {"COMPUTE", "busy"},
        {"GREEN", ""},
        {"BRUSH", ""},
        {"ap_ST_fsm_state3", ""},
    };
    for (const auto& [name, wanted] : rows) {
        const auto category = category_by_name(name);
        EXPECT_EQ(category ? to_word(category->category) : "", wanted) << name;
    }
}

std::string category(const Analysis& a, std::size_t state) {
    const StateCategory& c = a.machines[0].states[state];
    return std::string(to_word(c.category)) + (c.quality == Quality::exact ? "" : "?");
}

TEST(Categories, ByHandshakeAndByTheUser) {
    MadeRun made;
    made.machine("top.a", {{"X", 1000, 1000, {for_valid("in")}},
                           {"Y", 4000, 1000, {for_ready("out")}},
                           {"Z", 3000, 10, {for_block("top.b")}},
                           {"V", 1000, 1, {}},
                           {"IDLE", 1000, 1}});
    made.stream("in", "", "top.a", 1000, 5000, 0).stream("out", "top.a", "", 1000, 3000, 0);
    made.run().taps[0].tap.machine().states[3].category = "overhead";
    const Analysis a = analyse(made.run());
    EXPECT_EQ(category(a, 0), "transfer") << "a beat in every cycle";
    EXPECT_EQ(category(a, 1), "wait_send");
    EXPECT_EQ(category(a, 2), "wait_sync");
    EXPECT_EQ(category(a, 3), "overhead") << "the user's word stands before all";
    EXPECT_EQ(category(a, 4), "idle?");
    EXPECT_EQ(a.machines[0].states[1].reason, "waits for out_ready");
}

// A timer that is called a wait: nobody else ends it.
TEST(Categories, OwnTimeIsNoWait) {
    MadeRun made;
    made.machine("top.a", {{"PRE_WAIT", 4000, 1000}, {"POST_WAIT", 4000, 1000}, {"IDLE", 2000, 1}});
    for (const std::size_t s : {1u, 2u})
        made.run().taps[0].tap.machine().states[s].category_reason = kOwnTime;
    const Analysis a = analyse(made.run());
    EXPECT_EQ(category(a, 0), "wait_sync?");
    EXPECT_EQ(category(a, 1), "busy");
    EXPECT_EQ(category(a, 2), "idle?");
}

// A lost record leaves no states to give a category to, and the rest of the analysis holds.
TEST(Categories, ATapWithoutARecordHasNone) {
    MadeRun made;
    made.machine("top.a", {{"X", 1000, 1000, {for_valid("in")}}, {"Y", 9000}});
    made.stream("in", "", "top.a", 1000, 5000, 0).queue("top.q", 8, 8, 100, 100);
    for (TapNumbers& lost : made.run().taps) {
        const TapNumbers whole = lost;
        lost = {};
        lost.tap = whole.tap;
        lost.silent = true;
        const Analysis a = analyse(made.run());
        EXPECT_EQ(a.machines[0].states.empty(), made.run().taps[0].silent);
        lost = whole;
    }
}

TEST(Categories, SumUpToTheObservedCycles) {
    MadeRun made;
    made.machine("top.a", {{"X", 6000, 100, {for_valid("in")}}, {"W", 4000, 100}});
    made.stream("in", "", "top.a", 500, 0, 5000);
    for (const BlockTime& b : analyse(made.run()).blocks) {
        std::uint64_t sum = 0;
        for (const std::uint64_t cycles : b.cycles) sum += cycles;
        EXPECT_EQ(sum, b.observed_cycles) << b.path;
    }
}

// Beats that move while the machine computes are no communication of their own.
TEST(BlockTimes, CommunicationUnderComputationIsComputation) {
    MadeRun made;
    made.machine("top.a", {{"LOAD", 1000, 10, {for_valid("in")}}, {"COMPUTE", 9000, 10}});
    made.stream("in", "", "top.a", 5000, 0, 0);
    for (const BlockTime& b : analyse(made.run()).blocks) {
        if (b.tap < 0) continue;
        EXPECT_EQ(b.of(Category::busy), 9000u);
        EXPECT_EQ(b.of(Category::transfer), 1000u);
    }
}

// The output belongs to the module around the stage, so that nothing links it with the stage: its
// waiting stays what the states say, and does not become transfer.
TEST(BlockTimes, WaitingAtAStreamOfTheWrapperIsNoTransfer) {
    MadeRun made;
    made.machine("top.w.a", {{"TAKE", 300, 300, {for_valid("in")}},
                             {"WORK", 3700, 300},
                             {"GIVE", 6000, 300, {for_ready("out")}}});
    made.stream("in", "", "top.w.a", 300, 9700, 0).stream("out", "top.w", "", 300, 5700, 0);
    for (const BlockTime& b : analyse(made.run()).blocks) {
        if (b.tap < 0) continue;
        EXPECT_LE(b.of(Category::transfer), 600u);
        EXPECT_GE(b.of(Category::wait_send), 5700u);
        EXPECT_EQ(b.of(Category::busy), 3700u);
    }
}

TEST(Markov, GivesProbabilitiesAndLoops) {
    MadeRun made;
    made.machine("top.a", {{"IDLE", 100, 10}, {"GO", 900, 300}, {"STEP", 1500, 300}},
                 {{0, 1, 10}, {1, 2, 300}, {2, 1, 290}, {2, 0, 10}});
    const TapNumbers& n = made.run().taps[0];
    const auto steps = markov_of(n);
    ASSERT_EQ(steps.size(), 4u);
    EXPECT_DOUBLE_EQ(steps[2].probability, 290.0 / 300);
    EXPECT_DOUBLE_EQ(steps[1].expected_dwell, 3);
    const auto loops = loops_of(n);
    ASSERT_EQ(loops.size(), 2u) << "the whole, and GO -> STEP inside it";
    EXPECT_EQ(loops[1].states, (std::vector<std::uint64_t>{1, 2}));
    EXPECT_DOUBLE_EQ(loops[1].iterations, 290);
    EXPECT_EQ(loops[1].cycles, 2400u);
}

TEST(Summaries, FoldReplicasAndNameOutliers) {
    MadeRun made;
    for (int i = 0; i < 4; ++i) {
        const std::uint64_t busy = i == 2 ? 9000 : 3000;
        made.machine("top.w[" + std::to_string(i) + "]",
                     {{"WORK", busy, 10}, {"IDLE", kMadeCycles - busy, 10}});
    }
    const Analysis a = analyse(made.run());
    ASSERT_EQ(a.groups.size(), 1u);
    EXPECT_EQ(a.groups[0].path, "top.w[*].state");
    EXPECT_EQ(a.groups[0].members, 4u);
    EXPECT_EQ(a.groups[0].outlier, "top.w[2].state");
    EXPECT_DOUBLE_EQ(a.groups[0].busy_max, 0.9);
    EXPECT_EQ(a.groups[0].busiest, "top.w[2].state");
    EXPECT_EQ(a.blocks[2].rank, 1u);
    EXPECT_EQ(a.blocks[0].rank, 2u);
    EXPECT_EQ(a.levels[0].level, "device");
    EXPECT_EQ(a.levels[0].blocks, 4u);
    EXPECT_DOUBLE_EQ(a.levels[0].busy_min, 0.3);
}

TEST(Summaries, NamesThatDifferInANumberAreReplicasOnlyOfOneModule) {
    MadeRun made;
    for (int i = 0; i < 3; ++i)
        made.machine("top.u_p" + std::to_string(i), {{"WORK", 3000, 10}, {"IDLE", 7000, 10}});
    EXPECT_EQ(analyse(made.run()).groups.size(), 1u);
    made.run().taps[1].tap.module = "another";
    EXPECT_TRUE(analyse(made.run()).groups.empty());
}

}  // namespace
}  // namespace tapestry
