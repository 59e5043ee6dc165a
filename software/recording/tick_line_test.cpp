// SPDX-License-Identifier: Apache-2.0
#include "software/recording/tick_line.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

TEST(TickLine, GoesStraightBetweenPointsAndBeyond) {
    const TickLine line({{3000, 5'000'000, 20}, {1000, 1'000'000, 40}, {2000, 2'000'000, 30}},
                        false, 0);
    EXPECT_EQ(line.ns(1000), 1'000'000u);
    EXPECT_EQ(line.ns(1500), 1'500'000u);
    EXPECT_EQ(line.ns(2500), 3'500'000u);
    EXPECT_EQ(line.ns(4000), 8'000'000u);
    EXPECT_EQ(line.ns(500), 500'000u);
    EXPECT_EQ(line.doubt_ns(), 40);
}

TEST(TickLine, PointsThatAreTooNearLeaveTheRateToTheMachine) {
    const TickLine line({{1000, 500, 40}, {1100, 700, 40}}, false, 100'000'000);
    EXPECT_EQ(line.ns(1100), 1500u);
}

TEST(TickLine, TicksThatAreNanosecondsStayWhatTheyAre) {
    EXPECT_EQ(TickLine({}, true, 0).ns(42), 42u);
}

TEST(TickLine, NothingThatAFileSaysGoesBeyondAllBounds) {
    const TickLine line({{0, ~0ull, 0}, {1, ~0ull, 0}}, false, 1);
    EXPECT_EQ(line.ns(~0ull), ~0ull);
}

}  // namespace
}  // namespace tapestry
