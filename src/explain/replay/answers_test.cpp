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
