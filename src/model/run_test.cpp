// SPDX-License-Identifier: Apache-2.0
#include "model/run.h"

#include <gtest/gtest.h>

#include "model/reading.h"

namespace tapestry {
namespace {

TEST(ReadingRecord, NumberIsTheFirstOfTheFirstWord) {
    ReadingRecord record;
    record.words = {{"edges", {7}}, {"state", {1, 5, 2, 1, 4}}, {"state", {2, 9, 9, 9, 9}}};
    EXPECT_EQ(record.number("edges"), 7u);
    EXPECT_EQ(record.number("state"), 1u);
    EXPECT_EQ(record.number("pushes"), 0u);
}

TEST(TapNumbers, NumberOfAnUnknownWordIsZero) {
    TapNumbers tap;
    tap.numbers = {{"pushes", 3}};
    EXPECT_EQ(tap.number("pushes"), 3u);
    EXPECT_EQ(tap.number("pops"), 0u);
}

TEST(Quality, HasAWordForEveryValue) {
    EXPECT_EQ(to_word(Quality::exact), "exact");
    EXPECT_EQ(to_word(Quality::lower_bound), "lower_bound");
    EXPECT_EQ(to_word(Quality::estimated), "estimated");
    EXPECT_EQ(to_word(Quality::invalid), "invalid");
}

}  // namespace
}  // namespace tapestry
