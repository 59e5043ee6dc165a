// SPDX-License-Identifier: Apache-2.0
// Blame on small runs whose answer can be worked out by hand; tests/networks has simulated ones.
#include <gtest/gtest.h>

#include <map>

#include "explain/counters/analyse.h"
#include "explain/counters/components.h"
#include "explain/network/categories.h"
#include "explain/network/made_run.h"
#include "model/replicas.h"
#include "model/verdict_words.h"

namespace tapestry {
namespace {

std::string blamed(const Analysis& a) {
    return a.bottlenecks.empty() ? "" : a.bottlenecks.front().subject;
}

// a (fast) -> b (slow) -> c (fast) -> outside: b never waits, all others wait for it.
MadeRun made_pipeline() {
    MadeRun made;
    made.stream("in", "", "top.a", 1000, 8900, 0)
        .stream("ab", "top.a", "top.b", 1000, 8900, 0)
        .stream("bc", "top.b", "top.c", 1000, 0, 8900)
        .stream("out", "top.c", "", 1000, 0, 9000);
    return made;
}

TEST(RootCause, BlamesTheBlockThatNeverWaits) {
    const Analysis a = analyse(made_pipeline().run());
    EXPECT_EQ(blamed(a), "top.b");
    EXPECT_GT(a.bottlenecks[0].share, 0.95);
    EXPECT_EQ(a.bottlenecks[0].kind, BottleneckKind::compute);
    ASSERT_FALSE(a.bottlenecks[0].evidence.pressure.empty());
    EXPECT_EQ(a.bottlenecks[0].evidence.pressure.back().to, "top.b");
    EXPECT_EQ(a.bottlenecks[0].evidence.victims.size(), 4u) << "a, c, and both ends outside";
    EXPECT_NE(answer_of(a.verdict).find("top.b limits this design"), std::string::npos)
        << answer_of(a.verdict);
}

// A second clock, which no tap has, is four times as fast: the run counts its cycles.
TEST(RootCause, TheEndOfTheWorkIsACycleOfTheRun) {
    auto run = made_pipeline().run();
    run.cycles = 4 * run.taps[0].edges;
    const std::uint64_t end = run.cycles / 2;
    run.facts.facts.emplace_back(kWorkCycles, std::to_string(end));
    EXPECT_EQ(analyse(run).work.cycles, end);
}

// A block that works nine cycles of ten is no bottleneck beside one that works ten of ten.
TEST(RootCause, IsNotFooledByABusyVictim) {
    MadeRun made;
    made.stream("ab", "top.a", "top.b", 1000, 0, 0)
        .stream("bc", "top.b", "top.c", 1000, 0, 1000)
        .stream("out", "top.c", "", 1000, 0, 9000);
    made.machine("top.c", {{"TAKE", 2000, 1000, {for_valid("bc")}}, {"WORK", 8000, 1000}});
    made.machine("top.b", {{"TAKE", 1000, 1000, {for_valid("ab")}}, {"WORK", 9000, 1000}});
    EXPECT_EQ(blamed(analyse(made.run())), "top.b");
}

// One token goes round: shares are those of the time it spends in each block.
TEST(RootCause, SharesARingByTheTimeInEachBlock) {
    MadeRun made;
    made.stream("ab", "top.a", "top.b", 100, 0, 3000).stream("ba", "top.b", "top.a", 100, 0, 7000);
    made.machine("top.a", {{"TAKE", 7100, 100, {for_valid("ba")}}, {"WORK", 2900, 100}});
    made.machine("top.b", {{"TAKE", 3100, 100, {for_valid("ab")}}, {"WORK", 6900, 100}});
    const Analysis a = analyse(made.run());
    ASSERT_EQ(a.bottlenecks.size(), 2u);
    EXPECT_EQ(blamed(a), "top.b");
    EXPECT_NEAR(a.bottlenecks[0].share, 0.7, 0.02);
    EXPECT_NEAR(a.bottlenecks[1].share, 0.3, 0.02);
}

TEST(RootCause, PassesThroughQueues) {
    MadeRun made;
    made.stream("in", "", "top.a", 1000, 8000, 0)
        .stream("aq", "top.a", "top.q", 1000, 8000, 0)
        .stream("qb", "top.q", "top.b", 1000, 9000, 0)
        .stream("out", "top.b", "", 1000, 0, 9000)
        .queue("top.q", 4, 4, 9000, 0);
    const Analysis a = analyse(made.run());
    EXPECT_EQ(blamed(a), "top.b");
    EXPECT_EQ(a.bottlenecks[0].evidence.victims.size(), 3u);
}

TEST(RootCause, BlamesTheOutside) {
    MadeRun slow_source;
    slow_source.stream("in", "", "top.a", 1000, 0, 9000).stream("out", "top.a", "", 1000, 0, 9000);
    const Analysis source = analyse(slow_source.run());
    EXPECT_EQ(blamed(source), "top.in");
    EXPECT_EQ(source.bottlenecks[0].kind, BottleneckKind::outside);
    MadeRun slow_sink;
    slow_sink.stream("in", "", "top.a", 1000, 9000, 0).stream("out", "top.a", "", 1000, 9000, 0);
    EXPECT_EQ(blamed(analyse(slow_sink.run())), "top.out");
}

// A sink that rests after each beat is at work then, though nobody waits for it: only now and then
// is the block before it so late that the sink has to wait.
TEST(RootCause, WhatTheOutsideDoesUnseenIsItsWork) {
    MadeRun made;
    made.stream("in", "", "top.a", 400, 9000, 200).stream("out", "top.a", "", 400, 800, 400);
    made.machine("top.a", {{"TAKE", 600, 400, {for_valid("in")}},
                           {"WORK", 8200, 400},
                           {"GIVE", 1200, 400, {for_ready("out")}}});
    const Analysis a = analyse(made.run());
    ASSERT_GE(a.bottlenecks.size(), 2u);
    const Verdict& sink = a.bottlenecks[blamed(a) == "top.out" ? 0 : 1];
    EXPECT_EQ(sink.subject, "top.out");
    EXPECT_GT(sink.share, 0.4);
}

// Others wait for blocks of which nothing is seen: of two together nobody knows which one works,
// and of one that hears the outside whether it works at all.
TEST(RootCause, ABlockOfWhichNothingIsSeenIsNotSaidToWork) {
    MadeRun made;
    made.machine("top.barrier",
                 {{"RUN", 9000, 100, {for_block("top.upper"), for_block("top.lower")}},
                  {"OPEN", 1000, 100}});
    EXPECT_NE(answer_of(analyse(made.run()).verdict).find("nothing shows which of the two works"),
              std::string::npos);
    MadeRun one;
    one.machine("top.decoder", {{"LOW", 9000, 100, {for_block("top.fetch")}}, {"HIGH", 1000, 100}});
    EXPECT_NE(answer_of(analyse(one.run()).verdict).find("top.fetch limits"), std::string::npos);
    one.run().edges.push_back({"", "top.fetch", ""});
    EXPECT_NE(answer_of(analyse(one.run()).verdict).find("be waiting for the outside"),
              std::string::npos)
        << answer_of(analyse(one.run()).verdict);
}

// The answer where a block waits for one in which a pipeline was held for so many cycles.
std::string answer_of_held(std::uint64_t held) {
    MadeRun made;
    made.machine("top", {{"moves", 10'000 - held, 1}, {"no_enable", held, held > 0 ? 1ull : 0}});
    made.machine("top.u_random", {{"moves", 3000, 100}, {"no_ce", 7000, 100, {for_block("top")}}});
    for (TapNumbers& n : made.run().taps) n.tap.path = n.tap.scope + ".pipeline";
    return answer_of(analyse(made.run()).verdict);
}

TEST(RootCause, APipelineThatWasNeverHeldDoesNotShowWork) {
    EXPECT_NE(answer_of_held(0).find("be waiting for the outside"), std::string::npos)
        << answer_of_held(0);
    EXPECT_NE(answer_of_held(500).find("top limits"), std::string::npos) << answer_of_held(500);
}

// A memory that takes requests at any time and answers late is at work while it is waited for.
TEST(RootCause, SeesLatencyAsWork) {
    MadeRun made;
    made.stream("m_axi_ar", "top.a", "", 100, 0, 9900, "top.m_axi")
        .stream("m_axi_r", "", "top.a", 100, 0, 8000, "top.m_axi")
        .stream("out", "top.a", "", 100, 0, 9900);
    made.machine("top.a", {{"ASK", 100, 100, {for_ready("m_axi_ar")}},
                           {"LISTEN", 8100, 100, {for_valid("m_axi_r")}},
                           {"WORK", 1800, 100}});
    const Analysis a = analyse(made.run());
    EXPECT_EQ(blamed(a), "top.m_axi");
    EXPECT_EQ(a.bottlenecks[0].kind, BottleneckKind::memory);
    EXPECT_NEAR(a.bottlenecks[0].share, 0.8, 0.05);
}

// The same port, but a beat in nearly every cycle: now its width is the limit.
TEST(RootCause, BlamesAPortThatIsFullAsABus) {
    MadeRun made;
    made.stream("m_axi_ar", "top.a", "", 100, 0, 9900, "top.m_axi")
        .stream("m_axi_r", "", "top.a", 9200, 0, 700, "top.m_axi")
        .stream("out", "top.a", "", 100, 0, 9900);
    made.machine("top.a", {{"ASK", 100, 100, {for_ready("m_axi_ar")}},
                           {"LISTEN", 9900, 100, {for_valid("m_axi_r")}}});
    const Analysis a = analyse(made.run());
    EXPECT_EQ(blamed(a), "top.m_axi");
    EXPECT_EQ(a.bottlenecks[0].kind, BottleneckKind::bus);
}

// Requests that come in through a bus are the host's.
TEST(RootCause, TakesABusThatAsksForTheHost) {
    MadeRun made;
    made.stream("s_axi_ar", "", "top.a", 100, 0, 9000, "top.s_axi")
        .stream("s_axi_r", "top.a", "", 100, 0, 9900, "top.s_axi");
    made.machine("top.a", {{"TAKE", 9100, 100, {for_valid("s_axi_ar")}}, {"WORK", 900, 100}});
    const Analysis a = analyse(made.run());
    EXPECT_EQ(blamed(a), "top.s_axi");
    EXPECT_EQ(a.bottlenecks[0].kind, BottleneckKind::host);
}

// Both ends are fast enough, but wait for each other in turn.
TEST(RootCause, BlamesAQueueThatBlocksBothEnds) {
    auto queue = [](std::uint64_t blocked, std::uint64_t starved) {
        MadeRun made;
        made.stream("aq", "top.a", "top.q", 1000, blocked, 9000 - blocked)
            .stream("qb", "top.q", "top.b", 1000, 9000 - starved, starved)
            .stream("out", "top.b", "", 1000, 0, 9000)
            .queue("top.q", 4, 4, blocked, starved);
        return analyse(made.run());
    };
    const Analysis both = queue(4500, 4500);
    EXPECT_EQ(blamed(both), "top.q");
    EXPECT_EQ(both.bottlenecks[0].kind, BottleneckKind::queue);
    EXPECT_NE(answer_of(both.verdict).find("too shallow"), std::string::npos)
        << answer_of(both.verdict);
    double sum = 0;
    for (const Verdict& b : both.bottlenecks) sum += b.share;
    EXPECT_LE(sum, 1.0001);
    EXPECT_NE(blamed(queue(9000, 0)), "top.q") << "a full queue before a slow block is no cause";
}

TEST(RootCause, FoldsReplicasAndNamesTheOutlier) {
    auto workers = [](std::uint64_t first, std::uint64_t second) {
        MadeRun made;
        made.stream("d0", "top.d", "top.w_0", 500, first, 0)
            .stream("d1", "top.d", "top.w_1", 500, second, 0)
            .stream("m0", "top.w_0", "top.m", 500, 0, first)
            .stream("m1", "top.w_1", "top.m", 500, 0, second)
            .stream("out", "top.m", "", 1000, 0, 9000);
        return analyse(made.run());
    };
    EXPECT_EQ(blamed(workers(4500, 4500)), "top.w_*");
    EXPECT_EQ(blamed(workers(0, 9000)), "top.w_1");
}

TEST(RootCause, SaysNothingOfARunWithoutTaps) {
    const tapestry::Run run;
    const Analysis a = analyse(run);
    EXPECT_TRUE(a.bottlenecks.empty());
    EXPECT_FALSE(answer_of(a.verdict).empty());
}

// A core is not seen to wait for its cache; but it works only as long as it is waited for.
TEST(RootCause, GivesThePathBackFromWhatIsNotSeenToWait) {
    MadeRun made;
    made.machine("top.cache", {{"HIT", 2000, 200, {for_block("top.exec")}}, {"REFILL", 8000, 200}});
    const Analysis a = analyse(made.run());
    EXPECT_EQ(blamed(a), "top.cache") << answer_of(a.verdict);
    EXPECT_NEAR(a.bottlenecks[0].share, 0.8, 0.05);
}

// A share is never above the time at work.
TEST(RootCause, ExplainsNoMoreThanTheTimeAtWork) {
    MadeRun made;
    made.machine("top.unit", {{"WORK", 300, 100}, {"FIN", 9700, 1}});
    made.run().taps[0].tap.machine().states[1].category = "idle";
    made.run().taps[0].tap.machine().states[1].category_reason = kNoWayOut;
    for (const char* user : {"top.a", "top.b"})
        made.machine(user, {{"WORK", 500, 10}, {"REST", 9500, 10, {for_block("top.unit")}}});
    const Analysis a = analyse(made.run());
    for (const Verdict& b : a.bottlenecks) {
        if (b.subject == "top.unit") {
            EXPECT_LE(b.share, 0.031);
        }
    }
    EXPECT_NE(answer_of(a.verdict).find("Cannot tell"), std::string::npos) << answer_of(a.verdict);
}

// A cipher: its control waits for the rounds, and once for the keys, which the outside had started.
TEST(RootCause, AStartLongAgoIsNoLimit) {
    MadeRun made;
    const StateWait start{"init", "", "", "port"};
    made.machine("top", {{"IDLE", 400, 60, {start}},
                         {"KEYS", 20, 1, {for_block("top.u_keys")}},
                         {"ROUNDS", 9580, 60, {for_block("top.u_rounds")}}})
        .machine("top.u_keys", {{"IDLE", 9980, 2, {start}}, {"MAKE", 20, 1}})
        .machine("top.u_rounds", {{"IDLE", 420, 60, {for_block("top")}}, {"ROUND", 9580, 60}});
    const Analysis a = analyse(made.run());
    ASSERT_FALSE(a.bottlenecks.empty());
    EXPECT_EQ(a.bottlenecks.front().subject, "top.u_rounds");
    EXPECT_GT(a.bottlenecks.front().share, 0.8);
}

// A start that is held for the whole call is part of all conditions, and no state waits for it
// then.
TEST(RootCause, AStartThatIsHeldIsNotWaitedFor) {
    StateWait start{"go", "", "top.go", "port"};
    start.starts = true;
    MadeRun made;
    made.call("top", 10, 9900)
        .machine("top",
                 {{"IDLE", 100, 10, {start}}, {"READ", 9900, 10, {start, for_block("top.u_r")}}})
        .machine("top.u_r", {{"IDLE", 100, 10, {for_block("top")}}, {"WORK", 9900, 10}});
    const Analysis a = analyse(made.run());
    ASSERT_FALSE(a.bottlenecks.empty());
    EXPECT_EQ(a.bottlenecks.front().subject, "top.u_r");
    for (const Verdict& b : a.bottlenecks) {
        if (b.subject == "top.go") {
            EXPECT_LT(b.share, 0.02);
        }
    }
    const StateCategories categories = categories_of(made.run());
    EXPECT_EQ(categories[1][0].category, Category::idle);
    EXPECT_EQ(categories[1][1].category, Category::wait_sync);
}

// Two parts of a design with nothing between them that is seen, as a serial line.
TEST(Answer, CannotTellWhenOthersWaitInAnotherPart) {
    MadeRun made;
    made.stream("in", "", "top.u_send", 100, 9500, 0)
        .stream("out", "top.u_receive", "", 100, 0, 9900);
    EXPECT_TRUE(answer_of(analyse(made.run()).verdict).starts_with("Cannot tell"));
}

TEST(Answer, CannotTellWhatMayWaitForAnUnseenBlock) {
    MadeRun made;
    made.stream("out", "top.dma", "", 1000, 0, 9000);
    EXPECT_NE(answer_of(analyse(made.run()).verdict).find("top.dma limits"), std::string::npos);
    made.run().edges.push_back({"top.arbiter", "top.dma", ""});
    const Analysis a = analyse(made.run());
    EXPECT_NE(answer_of(a.verdict).find(
                  "Cannot tell what limits this design: top.arbiter is not measured"),
              std::string::npos)
        << answer_of(a.verdict);
    EXPECT_NE(seen_text(a.seen).find("1 of 2 blocks are seen; no tap looks at top.arbiter"),
              std::string::npos)
        << seen_text(a.seen);
    // Its own states say that it works, so that it does not matter.
    made.machine("top.dma", {{"WORK", 10'000, 1}});
    EXPECT_NE(answer_of(analyse(made.run()).verdict).find("top.dma limits"), std::string::npos);
}

// Both ends of a stream have no cycle to spare: neither is to blame.
TEST(Answer, NamesTheRateOfAStreamThatIsNeverIdle) {
    MadeRun made;
    made.stream("in", "", "top.u_first", 9300, 360, 340)
        .stream("mid", "top.u_first", "top.u_second", 4000, 300, 5700);
    const Analysis a = analyse(made.run());
    EXPECT_EQ(answer_of(a.verdict),
              "The rate of top.in limits this design: it carries a beat in 93.0% of the cycles. As "
              "long as it carries as many beats, no change saves more than 7.0%.");
}

// A stream that carries a beat in every cycle runs by itself: its beats are no measure of the work.
TEST(Answer, DoesNotNameTheRateOfAStreamThatAlwaysRuns) {
    MadeRun made;
    made.stream("in", "", "top.u_first", 10'000, 0, 0)
        .stream("mid", "top.u_first", "top.u_second", 4000, 300, 5700);
    EXPECT_EQ(answer_of(analyse(made.run()).verdict).find("The rate of"), std::string::npos);
}

TEST(Answer, CannotTellBetweenPartsThatNothingJoins) {
    MadeRun made;
    made.stream("sent", "top.tx", "", 1000, 0, 9000).stream("out", "top.rx", "", 1000, 0, 9000);
    EXPECT_NE(answer_of(analyse(made.run()).verdict).find("no measured channel connects the two"),
              std::string::npos);
}

// Two controllers that nothing joins, either of which waits for its host: whichever waits more, it
// is the outside.
TEST(Answer, AllEndsAreOneOutside) {
    MadeRun made;
    made.stream("left", "", "top.a", 1000, 0, 9000).stream("right", "", "top.b", 1500, 0, 8500);
    EXPECT_TRUE(answer_of(analyse(made.run()).verdict).starts_with("The outside limits"))
        << answer_of(analyse(made.run()).verdict);
}

TEST(Answer, CannotTellWhichPartOfABlockIsMeant) {
    MadeRun made;
    made.stream("x", "top.u_s", "top", 1000, 9000, 0).stream("out", "top", "", 1000, 0, 9000);
    EXPECT_NE(answer_of(analyse(made.run()).verdict).find("which block inside it"),
              std::string::npos);
}

TEST(Answer, GivesNoVerdictByNamesAlone) {
    MadeRun made = made_pipeline();
    made.run().facts.facts = {{kFoundBy, kFoundByNames}};
    EXPECT_NE(answer_of(analyse(made.run()).verdict).find("Cannot tell"), std::string::npos);
}

// Two blocks that wait for each other in turns, one of them for `other` cycles.
std::string answer_of_turns(std::uint64_t other) {
    MadeRun made;
    made.stream("ab", "top.a", "top.b", 100, 0, 10'000 - other)
        .stream("ba", "top.b", "top.a", 100, 0, other);
    made.machine("top.a", {{"TAKE", other, 100, {for_valid("ba")}}, {"WORK", 10'000 - other, 100}});
    made.machine("top.b", {{"TAKE", 10'000 - other, 100, {for_valid("ab")}}, {"WORK", other, 100}});
    return answer_of(analyse(made.run()).verdict);
}

TEST(Answer, NamesTheLoopThatABlockWasMadeOf) {
    EXPECT_EQ(block_text("top.p_U0.grp_p_6_4_Pipeline_lz_compress_fu_164"),
              "top.p_U0.grp_p_6_4_Pipeline_lz_compress_fu_164 (the loop lz_compress)");
    for (const std::string path :
         {"top.u_a", "top.grp_f_fu_12", "grp_Pipeline_fu_1", "a_Pipeline_b_fu_1"})
        EXPECT_EQ(block_text(path), path);
}

TEST(Answer, SaysWhatIsTooCloseToTell) {
    EXPECT_NE(answer_of_turns(5000).find("limits it as much"), std::string::npos);
    EXPECT_NE(answer_of_turns(4700).find("too close to say"), std::string::npos);
    EXPECT_NE(answer_of_turns(3000).find("top.a limits this design"), std::string::npos);
    EXPECT_EQ(answer_of_turns(3000).find("top.b"), std::string::npos);
}

// First b is slow and a waits to send, then a is slow and b starves: two phases, and no queue could
// have smoothed them.
TEST(Answer, SaysWhatLimitsInWhichPhase) {
    MadeRun made;
    made.stream("aq", "top.a", "top.q", 1000, 4000, 0)
        .stream("qb", "top.q", "top.b", 1000, 4000, 5000)
        .stream("in", "", "top.a", 1000, 9000, 0)
        .stream("out", "top.b", "", 1000, 0, 9000)
        .queue("top.q", 4, 4, 4000, 5000)
        .frames(4500, true);
    auto growth = [&](std::size_t tap, std::vector<std::uint64_t> first,
                      std::vector<std::uint64_t> second) {
        for (std::uint32_t i = 0; i < 4; ++i) {
            if (i == 0) made.run().taps[tap].frames[0].growth.clear();
            made.run().taps[tap].frames[0].growth.emplace_back(i, first[i]);
            made.run().taps[tap].frames[1].growth.emplace_back(i, second[i]);
        }
    };
    growth(0, {500, 4000, 0, 0}, {500, 0, 0, 5000});
    growth(1, {500, 4000, 0, 0}, {500, 0, 5000, 0});
    growth(2, {500, 4000, 0, 0}, {500, 5000, 0, 0});
    growth(3, {500, 0, 4000, 0}, {500, 0, 5000, 0});
    const Analysis a = analyse(made.run());
    EXPECT_NE(
        answer_of(a.verdict).find("The bottleneck moves: top.b until cycle 4,500, then top.a."),
        std::string::npos)
        << answer_of(a.verdict);
}

TEST(Replicas, FoldNumbersAtTheEndOfNames) {
    EXPECT_EQ(folded_path("dut.g_lane[3].u_mac"), "dut.g_lane[*].u_mac");
    EXPECT_EQ(folded_path("dut.w_2"), "dut.w_*");
    EXPECT_EQ(folded_path("sha256.w_2"), "sha256.w_*");
    EXPECT_EQ(folded_path("rank[2].main"), "rank[*].main");
    EXPECT_EQ(folded_path("dut.sha256_core"), "dut.sha256_core");
}

TEST(Components, FindsCyclesOfAnyDepth) {
    EXPECT_EQ(components({{1}, {2}, {0}, {0}}).size(), 2u);
    Adjacency chain(300'000);
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) chain[i] = {i + 1};
    EXPECT_EQ(components(chain).size(), chain.size());
    chain.back() = {0};
    EXPECT_EQ(components(chain).size(), 1u);
}

// Two blocks that wait for each other for good, a queue half full between them.
TEST(Deadlock, NamesTheCycleOfWaits) {
    MadeRun made;
    made.machine("top.a", {{"WORK", 100, 10}, {"SEND", 9900, 1, {for_block("top.b")}}});
    made.machine("top.b", {{"WORK", 100, 10}, {"ACK", 9900, 1, {for_block("top.a")}}});
    made.stream("ab", "top.a", "top.b", 10, 9990, 0);
    auto& run = made.frames(1000, true).run();
    // All work was done in the first frame; in the second each stands in its last state.
    for (TapNumbers& n : run.taps) {
        if (n.tap.kind() == TapKind::fsm) n.frames[1].growth = {{1, 9000}};
        if (n.tap.kind() == TapKind::stream) n.frames[1].growth = {{1, 9000}};
    }
    const Analysis a = analyse(run);
    EXPECT_EQ(a.end_state, EndState::deadlock);
    ASSERT_EQ(a.deadlocks.size(), 2u);
    EXPECT_EQ(a.deadlocks[0].waits_for, a.deadlocks[1].path);
    EXPECT_NE(answer_of(a.verdict).find("Deadlock"), std::string::npos);
    EXPECT_TRUE(a.advice.empty());  // nothing becomes faster that never ends
    EXPECT_TRUE(a.bottlenecks.empty()) << "the rest of the run is the standstill";
}

// A machine that goes round at the end, moving nothing, with a stream of its that stays blocked.
tapestry::Run going_round(const std::string& producer, std::vector<StateWait> waits) {
    MadeRun made;
    made.machine("top.a", {{"WORK", 1000, 100}, {"TRY", 4500, 900, waits}, {"REST", 4500, 900}});
    made.stream("in", producer, "top.a", 100, 9900, 0);
    made.frames(1000, true);
    for (TapNumbers& n : made.run().taps) {
        if (n.tap.kind() == TapKind::fsm) n.frames[1].growth = {{1, 4500}, {2, 4500}};
        if (n.tap.kind() == TapKind::stream) {
            n.frames[0].growth = {{0, 100}, {1, 900}};
            n.frames[1].growth = {{1, 9000}};
        }
    }
    return made.run();
}

TEST(Livelock, NamesTheStates) {
    const Analysis a = analyse(going_round("", {}));
    EXPECT_EQ(a.end_state, EndState::livelock);
    ASSERT_EQ(a.deadlocks.size(), 1u);
    EXPECT_EQ(a.deadlocks[0].path, "top.a");
    EXPECT_NE(a.deadlocks[0].reason.find("TRY, REST"), std::string::npos);
    EXPECT_NE(answer_of(a.verdict).find("Livelock"), std::string::npos);
}

TEST(Livelock, IsNoneWhenTheOutsideIsAsked) {
    const StateWait port{"irq", "", "top.irq", "port"};
    EXPECT_EQ(analyse(going_round("", {port})).end_state, EndState::finished);
}

TEST(Livelock, IsNoneWithoutWorkThatWaits) {
    tapestry::Run run = going_round("", {});
    for (TapNumbers& n : run.taps) {
        if (n.tap.kind() == TapKind::stream) n.frames[1].growth = {{3, 9000}};
    }
    EXPECT_EQ(analyse(run).end_state, EndState::finished);
}

// A machine that rests until it is started may send in that state too: that is no wait.
TEST(Deadlock, IsNoneWhereAStateWaitsToBeStarted) {
    MadeRun made;
    const StateWait start{"ap_start", "", "top.ap_start", "port"};
    StateWait room = for_ready("ab");
    room.from = "top.b";
    made.machine("top.a", {{"WORK", 100, 10}, {"state1", 9900, 1, {start, room}}});
    made.machine("top.b", {{"WORK", 100, 10}, {"state1", 9900, 1, {for_block("top.a")}}});
    made.stream("ab", "top.a", "top.b", 10, 0, 0);
    auto& run = made.frames(1000, true).run();
    for (TapNumbers& n : run.taps) {
        if (n.tap.kind() == TapKind::fsm) n.frames[1].growth = {{1, 9000}};
    }
    EXPECT_EQ(analyse(run).end_state, EndState::finished);
}

// A gate passes what it has a token for; the last token got lost, and only `top.b` could return it.
tapestry::Run closed_gate(const std::string& waker, std::uint64_t worked = 1000,
                          std::uint64_t passed = 100) {
    MadeRun made;
    made.stream("in", "", "top.gate", 100, 9900, 0);
    made.stream("gb", "top.gate", "top.b", passed, 0, kMadeCycles - passed);
    made.stream("out", "top.b", "", passed, 0, kMadeCycles - passed);
    made.machine("top.b", {{"WORK", 900, passed}, {"TAKE", 9100, passed, {for_valid("gb")}}});
    made.run().edges.push_back({waker, "top.gate", ""});
    made.frames(worked, true);
    const std::uint64_t still = kMadeCycles - worked;
    for (TapNumbers& n : made.run().taps) {
        const bool blocked = n.tap.path == "top.in";
        if (n.tap.kind() == TapKind::fsm)
            n.frames[1].growth = {{1, still}};
        else
            n.frames[1].growth = {{blocked ? 1 : 2, still}};
    }
    return made.run();
}

TEST(Deadlock, IsWhereNothingCanWakeWhoeverRefusesWork) {
    const Analysis a = analyse(closed_gate("top.b"));
    EXPECT_EQ(a.end_state, EndState::deadlock);
    ASSERT_EQ(a.deadlocks.size(), 2u);
    EXPECT_EQ(a.deadlocks[0].path, "top.gate");
    EXPECT_EQ(a.deadlocks[0].waits_for, "top.b");
    EXPECT_EQ(a.deadlocks[1].waits_for, "top.gate");
}

// Whether a block still works on its only beat is seen in its states, not in how long a beat takes.
TEST(Deadlock, IsWhereABlockThatMovedOneBeatStandsInAWait) {
    EXPECT_EQ(analyse(closed_gate("top.b", 1000, 1)).end_state, EndState::deadlock);
}

// The last beats came at the beginning of a long frame.
TEST(Deadlock, IsSeenThoughTheLastMoveLiesInALongFrame) {
    MadeRun made;
    made.stream("in", "", "top.gate", 100, 9900, 0);
    made.stream("gb", "top.gate", "top.b", 100, 0, 9900);
    made.stream("out", "top.b", "", 100, 0, 9900);
    made.machine("top.b", {{"WORK", 900, 100}, {"TAKE", 9100, 100, {for_valid("gb")}}});
    made.run().edges.push_back({"top.b", "top.gate", ""});
    made.frames(8000, true);
    for (TapNumbers& n : made.run().taps) {
        const std::size_t waits = n.tap.kind() == TapKind::fsm || n.tap.path == "top.in" ? 1 : 2;
        n.frames[1].growth = {{waits, 2000}};
        n.frames[0].end_edge = 6000;
        n.frames[0].growth = {{0, 99}, {waits, 5901}};
        Frame last = n.frames[0];
        last.start_edge = 6000;
        last.end_edge = 8000;
        last.growth = {{0, 1}, {waits, 1999}};
        n.frames.insert(n.frames.begin() + 1, last);
    }
    EXPECT_EQ(analyse(made.run()).end_state, EndState::deadlock);
}

// A fork gives to `b`, which gathers more beats than `c` has room for, and the join behind both
// takes none of either before both are there. Its last beats moved somewhere in a frame of 1,000
// cycles.
tapestry::Run starved_join(std::uint64_t refused) {
    MadeRun made;
    made.stream("in", "", "top.fork", 5, 9995, 0)
        .stream("fb", "top.fork", "top.b", 5, 0, 9995)
        .stream("fc", "top.fork", "top.c", 1, 9999, 0)
        .stream("cj", "top.c", "top.join", 0, 10000, 0)
        .stream("bj", "top.b", "top.join", 0, 0, 0)
        .stream("out", "top.join", "", 0, 0, 10000);
    made.machine("top.b", {{"GATHER", 10000, 1, {for_valid("fb")}}, {"GIVE", 0, 0}});
    made.frames(1000, true);
    const std::map<std::string, std::size_t> bins = {{"top.in", 1}, {"top.fb", 2}, {"top.fc", 1},
                                                     {"top.cj", 1}, {"top.bj", 3}, {"top.out", 2}};
    for (TapNumbers& n : made.run().taps) {
        const auto bin = bins.find(n.tap.path);
        n.frames[1].growth = {{bin == bins.end() ? 0 : bin->second, 9000}};
        n.edges = kMadeCycles;
        if (n.tap.path == "top.cj") n.numbers.emplace_back("longest_block", refused);
    }
    return made.run();
}

// How long the only beat of `c` has not been taken is known to the cycle.
TEST(Deadlock, IsSeenByHowLongABeatWasNotTaken) {
    EXPECT_EQ(analyse(starved_join(9990)).end_state, EndState::deadlock);
    EXPECT_EQ(analyse(starved_join(4000)).end_state, EndState::finished);
}

TEST(Deadlock, IsNoneWhereTheOutsideMayWakeIt) {
    EXPECT_EQ(analyse(closed_gate("")).end_state, EndState::finished);
}

// What enters it is not seen to be a handshake: it may be done, or not.
TEST(Deadlock, MayBeWhereTheEntryIsNotSeen) {
    tapestry::Run run = closed_gate("");
    std::erase_if(run.edges, [](const GraphEdge& e) { return e.channel == "top.in"; });
    std::erase_if(run.taps, [](const TapNumbers& n) { return n.tap.path == "top.in"; });
    for (std::size_t i = 0; i < run.taps.size(); ++i) run.taps[i].tap.tap = static_cast<int>(i);
    const Analysis a = analyse(run);
    EXPECT_EQ(a.end_state, EndState::finished);
    EXPECT_EQ(a.verdict.doubt.kind, DoubtKind::may_be_stuck);
    EXPECT_NE(answer_of(a.verdict).find("nothing moves after cycle 1,000"), std::string::npos)
        << answer_of(a.verdict);
}

// Work is offered to it until the run ends; where the outside takes no more results, that is why.
TEST(Deadlock, MayBeWhereOfferedWorkIsNotTaken) {
    for (const std::string blocked : {"top.in", "top.out"}) {
        tapestry::Run run = closed_gate("");
        std::erase_if(run.edges, [](const GraphEdge& e) { return e.channel.empty(); });
        for (TapNumbers& n : run.taps)
            if (n.tap.path == "top.in" || n.tap.path == blocked)
                n.numbers.emplace_back("longest_block", 9000);
        const Analysis a = analyse(run);
        EXPECT_EQ(a.end_state, EndState::finished);
        const bool may_be =
            answer_of(a.verdict).find("although top.in offers work") != std::string::npos;
        EXPECT_EQ(may_be, blocked == "top.in") << answer_of(a.verdict);
    }
}

// Work inside that nobody takes tells it sooner than work that only the outside offers.
TEST(Deadlock, MayBeWhereWorkInsideIsNotTakenForAPartOfTheRun) {
    for (const std::string refused : {"top.in", "top.gb"}) {
        tapestry::Run run = closed_gate("", 7000);
        std::erase_if(run.edges, [](const GraphEdge& e) { return e.channel.empty(); });
        for (TapNumbers& n : run.taps)
            if (n.tap.path == refused) n.numbers.emplace_back("longest_block", 9000);
        const bool may_be = analyse(run).verdict.doubt.kind == DoubtKind::may_be_stuck;
        EXPECT_EQ(may_be, refused == "top.gb");
    }
}

// Results are seen to leave, and nothing is seen to enter.
TEST(Deadlock, MayBeWhereNothingIsSeenToEnter) {
    tapestry::Run run = closed_gate("");
    std::erase_if(run.edges,
                  [](const GraphEdge& e) { return e.channel.empty() || e.channel == "top.in"; });
    std::erase_if(run.taps, [](const TapNumbers& n) { return n.tap.path == "top.in"; });
    for (std::size_t i = 0; i < run.taps.size(); ++i) run.taps[i].tap.tap = static_cast<int>(i);
    const Analysis a = analyse(run);
    EXPECT_EQ(a.verdict.doubt.kind, DoubtKind::may_be_stuck) << answer_of(a.verdict);
}

TEST(Deadlock, IsNotFoundInARunThatEndsAtWork) {
    MadeRun made = made_pipeline();
    EXPECT_EQ(analyse(made.frames(5000, false).run()).end_state, EndState::finished);
}

// A thread waits for a block of the device during 9 of 10 ns.
MadeRun thread_and_device(double uncertainty_ns) {
    MadeRun made;
    made.machine("app.main", {{"prepare", 1000}, {"wait", 9000, 1, {for_block("top.b")}}})
        .machine("top.b", {{"work", 9000}, {"idle", 1000, 1, {for_block("app.main")}}});
    Run& run = made.run();
    run.clocks[0].unit = "ns";
    run.clocks.push_back({{1, "clk", "top.clk", "posedge"}, false, kMadeCycles, kMadeCycles});
    run.clocks[1].rate_hz = 1e9;
    run.clocks[1].uncertainty_ns = uncertainty_ns;
    run.taps[1].tap.clock = 1;
    return made;
}

TEST(RootCause, AcrossClocksSaysNoMoreThanTheyAreKnown) {
    const Analysis known = analyse(thread_and_device(100).run());
    EXPECT_EQ(known.verdict.subject, "top.b");
    EXPECT_EQ(known.verdict.doubt.kind, DoubtKind::none) << answer_of(known.verdict);
    const Analysis unknown = analyse(thread_and_device(9500).run());
    EXPECT_EQ(unknown.verdict.doubt.kind, DoubtKind::clocks_apart) << answer_of(unknown.verdict);
    EXPECT_NE(answer_of(unknown.verdict).find("top.clk may be off by 95.0"), std::string::npos)
        << answer_of(unknown.verdict);
}

// Each wait for a thread of another machine is a difference of two clocks.
TEST(RootCause, WaitsBetweenMachinesAddUpTheDoubt) {
    MadeRun made;
    made.machine("rank[0].main",
                 {{"compute", 1000}, {"wait", 9000, 1, {for_block("rank[1].main")}}})
        .machine("rank[1].main", {{"compute", kMadeCycles}});
    auto& run = made.run();
    run.clocks[0].unit = "ns";
    run.clocks.push_back(
        {{1, "rank[1]", "rank[1]", "posedge"}, false, kMadeCycles, kMadeCycles, "ns"});
    run.clocks[1].uncertainty_ns = 10;
    run.places = {{PlaceKind::thread, "rank[0].main", "main"},
                  {PlaceKind::thread, "rank[1].main", "main"}};
    run.host.waits = {{0, "late_sender", 1, "MPI_Recv", 100, 9000, ""}};
    EXPECT_EQ(analyse(run).verdict.doubt.kind, DoubtKind::none);
    run.host.waits[0].count = 1000;
    EXPECT_EQ(analyse(run).verdict.doubt.kind, DoubtKind::clocks_apart);
    EXPECT_EQ(analyse(run).verdict.doubt.names.front(), "rank[0].main");
}

// A thread fills messages of many numbers, and four cores work on the numbers of one at the same
// time: each waits for 30 messages, and the thread is seen to wait for each number.
MadeRun thread_and_cores(std::uint64_t fills) {
    MadeRun made;
    std::vector<StateWait> cores;
    for (int k = 0; k < 4; ++k) {
        const std::string core = "top.lane[" + std::to_string(k) + "].u_core";
        cores.push_back(for_block(core));
        made.machine(core, {{"follow", 1500, 500}, {"wait", 8500, 30, {for_block("app.feeder")}}});
    }
    made.machine("app.feeder", {{"fill", fills, 30}, {"wait", kMadeCycles - fills, 500, cores}})
        .machine("app.collector", {{"collect", 100, 500}, {"wait", 9900, 500, cores}});
    Run& run = made.run();
    run.places = {{PlaceKind::thread, "app", "app"}};
    for (std::size_t i = 4; i < run.taps.size(); ++i) run.taps[i].place = 0;
    run.taps[4].tap.machine().states[0].category = "busy";
    return made;
}

TEST(RootCause, AThreadThatIsAtWorkKeepsTheRunFromBeingShorter) {
    const Analysis a = analyse(thread_and_cores(8500).run());
    EXPECT_EQ(blamed(a), "app.feeder");
    ASSERT_GT(a.bottlenecks.size(), 1U);
    EXPECT_LE(a.bottlenecks[1].share, 0.151) << a.bottlenecks[1].subject;
    EXPECT_EQ(blamed(analyse(thread_and_cores(1000).run())), "top.lane[*].u_core");
}

// Two blocks with a deep queue between them, of which only the second ever waits: once, for its
// first beat. `fed` beats go into the queue, and 100 leave the design.
std::string blamed_behind_a_queue(std::uint64_t fed) {
    MadeRun made;
    made.stream("in", "", "top.first", fed, 9000, 0)
        .stream("push", "top.first", "top.q", fed, 0, 9000)
        .stream("pop", "top.q", "top.last", 100, 9000, 200)
        .stream("out", "top.last", "", 100, 0, 9900);
    made.machine("top.first", {{"TAKE", fed, fed, {for_valid("in")}},
                               {"RUN", kMadeCycles - 2 * fed, fed},
                               {"GIVE", fed, fed, {for_ready("push")}}});
    made.machine("top.last", {{"TAKE", 300, 100, {for_valid("pop")}},
                              {"RUN", 9600, 100},
                              {"GIVE", 100, 100, {for_ready("out")}}});
    return blamed(analyse(made.run()));
}

TEST(RootCause, WorkForTheResultsLeavesLittleToOthers) {
    EXPECT_EQ(blamed_behind_a_queue(140), "top.last");
    EXPECT_EQ(blamed_behind_a_queue(100), "top.first");  // all that it did was needed
}

// Threads that are alike are on the same side as the one that waits for them.
TEST(RootCause, AThreadIsNotAcrossFromThreads) {
    MadeRun made;
    made.machine("app.main", {{"join", 5000, 1, {for_block("app.worker[0]")}},
                              {"join too", 5000, 1, {for_block("app.worker[1]")}}})
        .machine("app.worker[0]", {{"work", kMadeCycles}})
        .machine("app.worker[1]", {{"work", kMadeCycles}});
    made.run().clocks[0].unit = "ns";
    const Verdict verdict = analyse(made.run()).verdict;
    EXPECT_EQ(verdict.subject, "app.worker[*]");
    EXPECT_FALSE(verdict.evidence.across) << answer_of(verdict);
}

// A thread that waits for others which record nothing: they may work then, or sleep.
TEST(RootCause, ThreadsThatRecordNothingAreNamed) {
    MadeRun made;
    made.machine("app.main", {{"join", 9990, 1, {for_block("app.worker")}}, {"busy", 10}})
        .machine("app.worker", {{"other", kMadeCycles}});
    made.run().clocks[0].unit = "ns";
    made.run().taps[1].tap.machine().states[0].category = "idle";
    const Verdict verdict = analyse(made.run()).verdict;
    EXPECT_EQ(verdict.doubt.kind, DoubtKind::unknown_work);
    EXPECT_EQ(answer_of(verdict).find("Cannot tell what limits this program: app.worker is on"), 0U)
        << answer_of(verdict);
}

// A testbench that gives the design nothing to do: its machine stays where it was after reset,
// which is not known to be rest.
TEST(RootCause, ADesignThatStoodStillIsNotAtWork) {
    MadeRun still;
    still.machine("top", {{"MOVES", kMadeCycles}, {"HELD", 0, 0}});
    EXPECT_EQ(analyse(still.run()).verdict.doubt.kind, DoubtKind::nothing_waits);
    MadeRun moved;
    moved.machine("top", {{"MOVES", kMadeCycles - 10}, {"HELD", 10}});
    EXPECT_EQ(analyse(moved.run()).verdict.doubt.kind, DoubtKind::none);
}

// Beats pass through a design beside machines that never move: one waits for a block of which
// nothing is seen, in vain.
TEST(RootCause, WhatIsNotUsedIsNotAtWork) {
    const auto verdict = [](std::uint64_t moved) {
        MadeRun made;
        made.machine("top.u_engine", {{"IDLE", kMadeCycles - moved, 1, {for_block("top.u_sel")}},
                                      {"READ", moved, 1}});
        made.stream("in", "", "", 1000, 0, 9000);
        return analyse(made.run()).verdict;
    };
    EXPECT_EQ(verdict(0).doubt.kind, DoubtKind::nothing_waits);
    EXPECT_NE(verdict(100).doubt.kind, DoubtKind::nothing_waits);
}

}  // namespace
}  // namespace tapestry
