// SPDX-License-Identifier: Apache-2.0
#include "host/alignment.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

// Its clock is 500 ns behind at 10 ms and 700 ns at 30 ms, give or take 100 and 300 ns.
Recording process(std::uint64_t start, std::uint64_t end) {
    Recording r;
    r.boot = "there";
    r.start = start;
    r.end = end;
    r.alignments = {{1e7, 500, 100}, {3e7, 700, 300}};
    return r;
}

TEST(Alignment, GoesThroughBothRoundTrips) {
    const Alignment a(process(10'000'000, 30'000'000), Recording{});
    EXPECT_EQ(a.shared_ns(10'000'000), 10'000'500U);
    EXPECT_EQ(a.shared_ns(20'000'000), 20'000'600U);
    EXPECT_EQ(a.shared_ns(30'000'000), 30'000'700U);
    EXPECT_DOUBLE_EQ(a.doubt_ns(), 300);
}

// The least and the greatest offset that both round trips allow, 20 ms behind the second one: 400
// ns and 1000 ns there lead to 1600, 600 and 400 to 200, and the line in the middle is at 900.
TEST(Alignment, IsLessSureOfWhatLiesBeyondThem) {
    const Alignment a(process(10'000'000, 50'000'000), Recording{});
    EXPECT_EQ(a.shared_ns(50'000'000), 50'000'900U);
    EXPECT_DOUBLE_EQ(a.doubt_ns(), 700);
    EXPECT_DOUBLE_EQ(Alignment(process(0, 30'000'000), Recording{}).doubt_ns(), 300);
}

TEST(Alignment, IsKnownOnOneMachineOnly) {
    Recording here, there;
    here.boot = "a";
    there.boot = "b";
    EXPECT_TRUE(Alignment(here, here).known());
    EXPECT_FALSE(Alignment(there, here).known());
}

}  // namespace
}  // namespace tapestry
