// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/answers.h"

#include <gtest/gtest.h>

#include "explain/replay/made_handshake.h"

namespace tapestry {
namespace {

std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
}

TEST(Answers, OneAtATime) {
    // A beat, its answer three cycles later, the next beat two cycles behind that.
    const auto law =
        find_answer_law(handshake(repeated("Tssss", 12)), handshake(repeated("sssTs", 12)));
    ASSERT_TRUE(law);
    EXPECT_EQ(law->most, 1u);
    EXPECT_EQ(law->room, 2u);
}

TEST(Answers, PausesOfTheirOwnAreNoWaits) {
    std::string source, sink;
    for (int i = 0; i < 12; ++i) {
        source += "T" + std::string(static_cast<std::size_t>(3 + i % 4), 's');
        sink += "ssT" + std::string(static_cast<std::size_t>(1 + i % 4), 's');
    }
    EXPECT_FALSE(find_answer_law(handshake(source), handshake(sink)));
    EXPECT_FALSE(find_answer_law(handshake(repeated("T", 40)), handshake(repeated("T", 40))));
}

TEST(Answers, OfAWholeBatch) {
    std::string source, sink;
    for (std::size_t i = 0; i < 10; ++i) {
        const std::string slow(i % 3, 's');
        source += "TTTss" + slow + "ssss";
        sink += "ssTTs" + slow + "Tsss";
    }
    const auto law = find_batch_law(handshake(source), handshake(sink));
    ASSERT_TRUE(law);
    EXPECT_EQ(law->think, 4u);
    EXPECT_EQ(law->first.size(), 9u);
    EXPECT_EQ(law->first.front(), 3u);
    // As long each time: it may count from its own beats.
    EXPECT_FALSE(
        find_batch_law(handshake(repeated("TTTssss", 10)), handshake(repeated("ssTTTss", 10))));
    // Pauses of its own length.
    sink.insert(40, "s");
    sink.pop_back();
    EXPECT_FALSE(find_batch_law(handshake(source), handshake(sink)));
}

TEST(Answers, BatchesBecomeWaits) {
    OperationThread source, sink;
    source.sets = {{{0, true, 0}}};
    source.visits = {{3, 0, false}, {1, 0, false}, {9, 0, true}, {1, 0, false}};
    source.stalls = {2};
    sink.sets = {{{4, false, 0}}};
    sink.visits = {{3, 0, false}, {4, 0, false}, {5, 0, false}};
    ASSERT_TRUE(wait_for_batches({{2}, 4}, 7, source, sink));
    EXPECT_EQ(source.visits[2].delay, 1u);
    EXPECT_EQ(source.stalls, (std::vector<std::uint64_t>{10}));
    EXPECT_EQ(source.sets[source.visits[2].set].back(), (ChannelOperation{7, false, 0}));
    EXPECT_EQ(source.visits[1].set, 0u);
    EXPECT_EQ(sink.sets[sink.visits[1].set].back(), (ChannelOperation{7, true, 0}));
    EXPECT_EQ(sink.visits[0].set, 0u);
    source.sets[0].push_back({5, false, 0});
    EXPECT_FALSE(wait_for_batches({{2}, 4}, 7, source, sink));
}

TEST(Answers, PausesBecomeWaits) {
    OperationThread source, sink;
    source.sets = {{{0, true, 0}}};
    source.visits = {{3, 0, false}, {9, 0, true}, {1, 0, false}};
    source.stalls = {2};
    sink.sets = {{{4, false, 0}}};
    wait_for_answers(7, source, sink);
    EXPECT_EQ(source.sets[0].back(), (ChannelOperation{7, true, 0}));
    EXPECT_EQ(sink.sets[0].back(), (ChannelOperation{7, false, 0}));
    EXPECT_EQ(source.visits[0].delay, 3u);
    EXPECT_EQ(source.visits[1].delay, 1u);
    EXPECT_EQ(source.stalls, (std::vector<std::uint64_t>{10}));
}

}  // namespace
}  // namespace tapestry
