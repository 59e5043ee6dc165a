// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/channel_facts.h"

#include <gtest/gtest.h>

#include "explain/replay/made_handshake.h"

namespace tapestry {
namespace {

OperationChannel facts(std::uint64_t depth, const std::string& input, const std::string& output) {
    OperationChannel channel;
    channel.depth = depth;
    find_facts(handshake(input), handshake(output), channel);
    return channel;
}

// The fourth beat waits, though the memory has four places: one of them stays free.
TEST(ChannelFacts, AFullQueueHoldsWhatItHeld) {
    const OperationChannel ring = facts(4, "TTTbbTbbT...", "....T..T..TT");
    EXPECT_EQ(ring.capacity, 3u);
    EXPECT_EQ(ring.room, 1u);
}

// The same in a steady rhythm, in which every place more is as many cycles more.
TEST(ChannelFacts, ARhythmDoesNotMakeItDeeper) {
    const OperationChannel ring = facts(4, "TTTbTbbTbbTbbTbbT", "...T..T..T..T..T.");
    EXPECT_EQ(ring.capacity, 3u);
    EXPECT_EQ(ring.room, 1u);
}

TEST(ChannelFacts, AQueueThatWasNeverFullHasItsDepth) {
    EXPECT_EQ(facts(4, "TTT......", "....T.TT.").capacity, 4u);
}

// A register behind the memory holds one more.
TEST(ChannelFacts, ARegisterBehindItHoldsMore) {
    EXPECT_EQ(facts(2, "TTTbbTbbT...", "....T..T..TT").capacity, 3u);
}

}  // namespace
}  // namespace tapestry
