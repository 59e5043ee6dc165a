// SPDX-License-Identifier: Apache-2.0
#include "software/recording/alignment.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

// A counter shows a value from its edge until the next one.
constexpr double kEdge = 2;

// The clock is 500 ns behind at 10 ms and 700 ns at 30 ms, ±100 and ±300 ns.
const std::vector<RecordedAlignment> kRoundTrips = {{1e7, 500, 100}, {3e7, 700, 300}};

Recording recording(const char* boot, int rank, std::uint64_t start, std::uint64_t end) {
    Recording r;
    r.boot = boot;
    r.rank = rank;
    r.start = start;
    r.end = end;
    return r;
}
Alignment aligned(std::uint64_t start, std::uint64_t end) {
    return {recording("there", 1, start, end), recording("here", 0, start, end), kRoundTrips};
}

TEST(Alignment, GoesThroughBothRoundTrips) {
    const Alignment a = aligned(10'000'000, 30'000'000);
    EXPECT_NEAR(static_cast<double>(a.shared_ns(10'000'000)), 10'000'500, kEdge);
    EXPECT_NEAR(static_cast<double>(a.shared_ns(20'000'000)), 20'000'600, kEdge);
    EXPECT_NEAR(static_cast<double>(a.shared_ns(30'000'000)), 30'000'700, kEdge);
    EXPECT_NEAR(a.doubt_ns(), 300, kEdge);
}

// The extreme offsets that both round trips allow, 20 ms after the second one: 400 ns and 1000 ns
// extrapolate to 1600, 600 and 400 to 200; the line in the middle is at 900.
TEST(Alignment, IsLessSureOfWhatLiesBeyondThem) {
    const Alignment a = aligned(10'000'000, 50'000'000);
    EXPECT_NEAR(static_cast<double>(a.shared_ns(50'000'000)), 50'000'900, kEdge);
    EXPECT_NEAR(a.doubt_ns(), 700, kEdge);
    EXPECT_NEAR(aligned(0, 30'000'000).doubt_ns(), 300, kEdge);
}

// Each of two round trips gives a tight bound on one side only; together they bound both.
TEST(Alignment, TakesTheBetterBoundOfEachSide) {
    const std::vector<RecordedAlignment> trips = {{1e7, 500 - 5000, 5100},
                                                  {1e7 + 20000, 500 + 7000, 7100}};
    const Alignment a(recording("there", 1, 10'000'000, 10'020'000), recording("here", 0, 0, 0),
                      trips);
    EXPECT_NEAR(a.offset_ns(), 500, 2);
    EXPECT_NEAR(a.doubt_ns(), 100, 5);
}

// With a single round trip, the uncertainty grows with time.
TEST(Alignment, OneRoundTripIsLessAndLessSure) {
    const Alignment a(recording("there", 1, 10'000'000, 1'010'000'000), recording("here", 0, 0, 0),
                      {{1e7, 500, 100}});
    EXPECT_NEAR(static_cast<double>(a.shared_ns(10'000'000)), 10'000'500, kEdge);
    EXPECT_NEAR(a.doubt_ns(), 100 + 1e9 * 100e-6, 2);
}

// A clock that was set between round trips is as uncertain as its round trips disagree.
TEST(Alignment, AClockThatJumpsIsUncertain) {
    const Alignment a(recording("there", 1, 10'000'000, 30'000'000), recording("here", 0, 0, 0),
                      {{1e7, 500, 100}, {2e7, 50'500, 100}, {3e7, 500, 100}});
    EXPECT_TRUE(a.known());
    EXPECT_NEAR(a.doubt_ns(), 50'100, 100);
}

// One rank per machine measures round trips; the machine's other ranks use them.
TEST(Alignment, IsThatOfTheMachine) {
    std::vector<Recording> all = {
        recording("b", -1, 10'000'000, 30'000'000), recording("a", 0, 10'000'000, 30'000'000),
        recording("b", 1, 10'000'000, 30'000'000), recording("b", 2, 20'000'000, 30'000'000),
        recording("c", 3, 10'000'000, 30'000'000)};
    all[2].alignments = kRoundTrips;
    const std::vector<Alignment> found = align_clocks(all);
    EXPECT_FALSE(found[1].is_of_other_machine());
    EXPECT_EQ(found[1].shared_ns(10'000'000), 10'000'000U);
    for (const std::size_t i : {0U, 2U, 3U}) {
        EXPECT_TRUE(found[i].known()) << i;
        EXPECT_NEAR(static_cast<double>(found[i].shared_ns(20'000'000)), 20'000'600, kEdge) << i;
    }
    EXPECT_FALSE(found[4].known());
}

TEST(Alignment, IsKnownOnOneMachineOnly) {
    Recording here, there;
    here.boot = "a";
    there.boot = "b";
    EXPECT_TRUE(Alignment(here, here, {}).known());
    EXPECT_FALSE(Alignment(there, here, {}).known());
}

}  // namespace
}  // namespace tapestry
