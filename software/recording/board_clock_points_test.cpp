// SPDX-License-Identifier: Apache-2.0
#include "software/recording/board_clock_points.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

const BoardClockPoints kSights = {"b00t", "top.clk", {{26, 100, 301}, {282, 1000, 1200}}};

TEST(BoardClockPoints, ComeBackAsTheyWere) {
    EXPECT_EQ(clock_points_from_text(to_text(kSights)), kSights);
    for (const char* other : {"", "boot\n", "boot\nclk\n1 2\n", "boot\nclk\n1 3 2\n",
                              "boot\nclk\n1 2 3 4\n", "boot\nclk\n1 2 x\n", "boot\nclk\n\n"})
        EXPECT_FALSE(clock_points_from_text(other)) << other;
}

// The shell that starts the program recorded nothing; another machine has another board.
TEST(BoardClockPoints, BelongToTheFirstProcessThatRecorded) {
    std::vector<Recording> recordings(4);
    for (std::size_t i = 0; i < recordings.size(); ++i) {
        recordings[i].boot = i == 1 ? "other" : "b00t";
        recordings[i].start = i;
        if (i != 0) recordings[i].threads.emplace_back();
    }
    add_board(recordings, kSights, "board.reading");
    EXPECT_EQ(recordings[2].board, "board.reading");
    ASSERT_EQ(recordings[2].device_clocks.size(), 2U);
    // Both ends of a sight lie within the uncertainty.
    EXPECT_EQ(recordings[2].device_clocks[0].time, 201U);
    EXPECT_EQ(recordings[2].device_clocks[0].doubt_ns, 101U);
    for (const std::size_t i : {0U, 1U, 3U}) EXPECT_TRUE(recordings[i].device_clocks.empty());
}

}  // namespace
}  // namespace tapestry
