// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/block_threads.h"

#include <gtest/gtest.h>

#include "explain/replay/credits.h"
#include "explain/replay/made_handshake.h"
#include "explain/replay/passages.h"

namespace tapestry {
namespace {

// It gives two, then one for each credit, a cycle after it came.
class Credits : public testing::Test {
protected:
    RecordedHandshake gives = handshake("TsTsssTssT");
    RecordedHandshake back = handshake("sssssTssTs");
    MachineWaits machine{{{0, false}}, {{{&gives, false}}}, {{3, 0}, {7, 0}}};
};

TEST_F(Credits, AreAQueueBetweenWhatIsGivenAndWhatComesBack) {
    const BlockThreads made =
        threads_of("top.u_a", {{&gives, 0, true}, {&back, 1, false}}, &machine, false, 2);
    ASSERT_EQ(made.channels.size(), 1u);
    EXPECT_EQ(made.channels[0], (OperationChannel{"top.u_a (inside)", 0, 0, 1, 2}));
    ASSERT_EQ(made.threads.size(), 2u);
    EXPECT_EQ(made.threads[0].path, "top.u_a (takes)");
    EXPECT_EQ(made.threads[0].sets[0],
              (std::vector<ChannelOperation>{{1, false, 0}, {2, false, 0}}));
    EXPECT_EQ(made.threads[1].path, "top.u_a");
    EXPECT_EQ(made.threads[1].choice, "");
    EXPECT_EQ(made.threads[1].sets[0], (std::vector<ChannelOperation>{{0, true, 0}, {2, true, 0}}));
    EXPECT_EQ(made.threads[1].stalls, (std::vector<std::uint64_t>{3, 2}));
}

TEST_F(Credits, OfWhichNothingTellsAreNoGuess) {
    machine.looks = {{3, 0}, {8, 0}};
    back = handshake("sssTsssTss");
    const BlockThreads made =
        threads_of("top.u_a", {{&gives, 0, true}, {&back, 1, false}}, &machine, false, 2);
    EXPECT_TRUE(made.channels.empty());
    EXPECT_NE(made.threads.back().choice, "");
}

TEST_F(Credits, AreTakenAtAnyTime) {
    EXPECT_TRUE(is_always_ready(back));
    EXPECT_TRUE(is_always_ready(handshake("..sTsT")));
    EXPECT_FALSE(is_always_ready(handshake("sTbTs")));
    EXPECT_FALSE(is_always_ready(handshake("ssss")));
}

// A machine that looks for a beat every third cycle, and works in between.
TEST(Polls, AreRefused) {
    const RecordedHandshake in = handshake("s..s..T...T");
    MachineWaits machine{{{0, true}, {1, false}, {3, true}, {4, false}}, {{{&in, true}}}, {}};
    EXPECT_NE(threads_of("top.u_a", {{&in, 0, false}}, &machine, false, 1).threads[0].choice, "");
    machine.stretches = {{0, true}, {6, false}};
    EXPECT_EQ(threads_of("top.u_a", {{&in, 0, false}}, &machine, false, 1).threads[0].choice, "");
}

// A register slice of two places: its machine counts them, and moves on while nothing comes.
TEST(Elastic, BlocksMayHaveAMachine) {
    const RecordedHandshake in = handshake("ssTTTbTsssTTTTbbTsssssss"),
                            out = handshake("sssTbTTTsssTTbbTTTssssss");
    MachineWaits machine{{{0, true}, {2, false}, {7, true}, {9, false}}, {{{&in, true}}}, {}};
    const BlockThreads made =
        threads_of("top.u_slice", {{&in, 0, false}, {&out, 1, true}}, &machine, false, 2);
    ASSERT_EQ(made.threads.size(), 2u);
    EXPECT_EQ(made.threads[0].path, "top.u_slice");
    EXPECT_EQ(made.threads[1].path, "top.u_slice (gives)");
    for (const OperationThread& thread : made.threads) EXPECT_EQ(thread.choice, "");
    ASSERT_EQ(made.channels.size(), 1u);
    EXPECT_EQ(made.channels[0].capacity, 2u);
}

// Beats of `in` are dealt to a and b, those of x and y collected into `out`, in other cycles.
TEST(Passages, AreThreadsOfTheirOwn) {
    const RecordedHandshake in = handshake("TsTsTsTsTsTsTsTs"), a = handshake("TsssTsssTsssTsss"),
                            b = handshake("ssTsssTsssTsssTs"), x = handshake("sTsssTsssTsssTss"),
                            y = handshake("sssTsssTsssTsssT"), out = handshake("sTsTsTsTsTsTsTsT");
    const std::vector<ThreadEnd> ends = {{&in, 0, false}, {&a, 1, true},  {&b, 2, true},
                                         {&x, 3, false},  {&y, 4, false}, {&out, 5, true}};
    const std::vector<std::vector<ThreadEnd>> parts = passages_of(ends);
    ASSERT_EQ(parts.size(), 2u);
    EXPECT_EQ(parts[0].size(), 3u);
    EXPECT_EQ(parts[0][0].channel, 0u);
    EXPECT_EQ(parts[1].size(), 3u);
    EXPECT_EQ(parts[1][0].channel, 5u);
    // q is collected into m in the cycles in which a is dealt to: m and r explain it.
    const RecordedHandshake q = a, r = x, m = handshake("TTssTTssTTssTTss");
    EXPECT_EQ(passages_of({{&in, 0, false},
                           {&a, 1, true},
                           {&b, 2, true},
                           {&q, 3, false},
                           {&r, 4, false},
                           {&m, 5, true}})
                  .size(),
              2u);
    // Two that are taken together are joined.
    const RecordedHandshake also = in;
    EXPECT_EQ(passages_of({{&in, 0, false}, {&also, 1, false}, {&in, 2, true}}).size(), 1u);
    // A fork gives to one earlier than to the other.
    EXPECT_EQ(passages_of({{&in, 0, false}, {&also, 1, true}, {&out, 2, true}}).size(), 1u);
    // One that moves too seldom to be sure of.
    EXPECT_EQ(passages_of({{&a, 0, false}, {&a, 1, true}, {&x, 2, false}, {&x, 3, true}}).size(),
              1u);
}

// A fork before two queues and a join behind them, in the text of one module without registers.
TEST(Passages, AForkAndAJoinAreAThreadEach) {
    const RecordedHandshake s = handshake("TTTbbTTTssTTTT"), a = handshake("TTTbbTTTssTTTT"),
                            b = handshake("TTTssTTTssTTTT"), p = handshake("sTTTssTTTssTTT"),
                            q = handshake("bTTTbbTTTbbTTT"), j = handshake("sTTTssTTTssTTT");
    const std::vector<ThreadEnd> ends = {{&s, 0, false}, {&a, 1, true},  {&b, 2, true},
                                         {&p, 3, false}, {&q, 4, false}, {&j, 5, true}};
    ASSERT_EQ(passages_of(ends).size(), 2u);
    const BlockThreads made = threads_of("top", ends, nullptr, false, 6);
    ASSERT_EQ(made.threads.size(), 2u);
    for (const OperationThread& thread : made.threads) {
        EXPECT_EQ(thread.choice, "");
        EXPECT_EQ(thread.guessed, 0u);
        ASSERT_EQ(thread.sets.size(), 1u);
        EXPECT_EQ(thread.sets[0].size(), 3u);
    }
}

}  // namespace
}  // namespace tapestry
