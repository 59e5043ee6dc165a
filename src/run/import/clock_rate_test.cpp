// SPDX-License-Identifier: Apache-2.0
#include "run/import/clock_rate.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace tapestry {
namespace {

EdgeTimes edges_at(std::initializer_list<std::uint64_t> times) {
    EdgeTimes edges;
    for (const std::uint64_t time : times) edges.add(time);
    return edges;
}

TEST(ClockRate, IsThatOfEvenEdges) {
    const auto rate = clock_rate(edges_at({5, 15, 25, 35}), "1ns");
    ASSERT_TRUE(rate);
    EXPECT_DOUBLE_EQ(rate->rate_hz, 1e8);
    EXPECT_DOUBLE_EQ(rate->offset_ns, 5);
    EXPECT_EQ(rate->uncertainty_ns, 0);
    EXPECT_DOUBLE_EQ(clock_rate(edges_at({0, 5}), "100ps")->rate_hz, 2e9);
}

// 3.333 ns in whole ones.
TEST(ClockRate, TakesRoundedTimesForWhatTheyAre) {
    const auto rate = clock_rate(edges_at({0, 3, 7, 10, 13, 17, 20}), "1ns");
    ASSERT_TRUE(rate);
    EXPECT_DOUBLE_EQ(rate->rate_hz, 3e8);
    EXPECT_EQ(rate->uncertainty_ns, 1);
}

TEST(ClockRate, IsNotInvented) {
    EXPECT_FALSE(clock_rate(edges_at({5, 15, 45, 55}), "1ns"));
    EXPECT_FALSE(clock_rate(edges_at({5}), "1ns"));
    EXPECT_FALSE(clock_rate(edges_at({}), "1ns"));
    for (const char* scale : {"", "1", "ns", "2ns", "1lightyear", "1000ns", "-1ns"})
        EXPECT_FALSE(clock_rate(edges_at({5, 15, 25}), scale)) << scale;
}

}  // namespace
}  // namespace tapestry
