// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/ticks.h"

#include <gtest/gtest.h>

#include "explain/replay/crossing.h"
#include "explain/replay/made_handshake.h"
#include "explain/replay/replay.h"

namespace tapestry {
namespace {

TEST(Ticks, AreTheSimplestThatAgreeWithTheEdges) {
    auto ratio = [](std::uint64_t a, std::uint64_t b) {
        const Ratio r = ratio_of(a, b);
        return std::pair(r.over, r.under);
    };
    EXPECT_EQ(ratio(1000, 1000), std::pair(1ul, 1ul));
    EXPECT_EQ(ratio(1000, 1001), std::pair(1ul, 1ul));
    EXPECT_EQ(ratio(2001, 1000), std::pair(2ul, 1ul));
    EXPECT_EQ(ratio(10'000, 7'000), std::pair(10ul, 7ul));
    EXPECT_EQ(ratio(10'001, 7'000), std::pair(10ul, 7ul));
    EXPECT_EQ(ratio(0, 5), std::pair(1ul, 1ul));
}

TEST(Ticks, OfOneClockAreItsCycles) {
    tapestry::Run run;
    run.cycles = 900;
    run.clocks.resize(2);
    run.clocks[0].edges = 900;
    run.clocks[1].edges = 600;
    run.clocks[1].clock.clock = 1;
    Operations operations;
    operations.threads.resize(2);
    operations.threads[0].clock = operations.threads[1].clock = 0;
    EXPECT_FALSE(ticks_of(run, operations).several);
    EXPECT_EQ(ticks_of(run, operations).by_run, 1u);
    operations.threads[1].clock = 1;
    const Ticks ticks = ticks_of(run, operations);
    EXPECT_TRUE(ticks.several);
    EXPECT_EQ(ticks.of(1) * 2, ticks.of(0) * 3);
    EXPECT_EQ(ticks.by_run, ticks.of(0));
}

// A source of a beat a cycle of 2 ticks, a sink on a clock of 3 with a latency of two of its
// cycles.
TEST(Ticks, OfSeveralClocksMeetInAQueue) {
    Operations o;
    o.channels = {{"q", 4, 2, 1, 4}};
    o.threads.resize(2);
    o.threads[0].sets = {{{0, true, 0}}};
    o.threads[1].sets = {{{0, false, 0}}};
    for (int i = 0; i < 4; ++i) o.threads[0].visits.push_back({1, 0, false});
    for (int i = 0; i < 4; ++i) o.threads[1].visits.push_back({1, 0, false});
    const Replay replay(o, false, {2, 3});
    std::vector<std::vector<std::uint64_t>> ends;
    replay.run(replay.recorded_settings(), &ends);
    EXPECT_EQ(ends[0], (std::vector<std::uint64_t>{2, 4, 6, 8}));
    EXPECT_EQ(ends[1], (std::vector<std::uint64_t>{9, 12, 15, 18}));
}

// Written every cycle of 2 ticks, read on a clock of 3, two cycles after the first edge behind a
// push; it holds 2 and has room a cycle of the writer after a pop.
TEST(Ticks, OfACrossingAreThoseThatWereSeenMost) {
    const RecordedHandshake in = handshake(".TTbbbbbbTbTbbTbT"), out = handshake("sssTssTsTsTs");
    OperationChannel channel;
    find_crossing({&in, 2}, {&out, 3}, channel);
    EXPECT_EQ(channel.latency, 2u);
    EXPECT_GE(channel.capacity, 2u);
}

}  // namespace
}  // namespace tapestry
