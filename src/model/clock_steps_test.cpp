// SPDX-License-Identifier: Apache-2.0
#include "model/clock_steps.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

const std::vector<ClockStep> kStops = {{0, 100, 1000}, {10, 1100, 5000}, {20, 5200, 5200}};

TEST(ClockSteps, AnEdgeIsWhereTheCounterGetsItsValue) {
    EXPECT_EQ(time_of_edge(kStops, 0, 7), 100);
    EXPECT_EQ(time_of_edge(kStops, 5, 7), 1050);
    EXPECT_EQ(time_of_edge(kStops, 10, 7), 1100);
    EXPECT_EQ(time_of_edge(kStops, 11, 7), 5020);
    EXPECT_EQ(time_of_edge(kStops, 22, 7), 5214);
}

TEST(ClockSteps, AreTheSameAfterTheyWereText) {
    EXPECT_EQ(clock_steps_of(to_text(kStops)), kStops);
    EXPECT_EQ(clock_steps_of(""), std::vector<ClockStep>{});
}

TEST(ClockSteps, WhatDoesNotGrowIsRefused) {
    for (const char* text : {"1 2", "1 2 3", "a b c;", "1 3 2;", "1 2 3;1 4 5;", "2 2 3;1 4 5;",
                             "1 2 9;2 4 5;", "1 2 3;;"})
        EXPECT_FALSE(clock_steps_of(text)) << text;
}

}  // namespace
}  // namespace tapestry
