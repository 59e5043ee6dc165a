// SPDX-License-Identifier: Apache-2.0
#include "software/recording/modelled_time.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "software/library/recording_layout.h"
#include "software/library/tapestry.h"

namespace tapestry {
namespace {

Recording two_threads() {
    Recording r;
    r.start = 1000;
    r.end = 101'000;
    RecordedThread worker;
    worker.start = 1000;
    worker.end = 101'000;
    // 1 us of work, then a driver call that took 90 us and modelled 500 ns.
    worker.modelled = {
        {1000, 2000, 0, 1000}, {2000, 92'000, 1000, 1500}, {101'000, 101'000, 10'500, 10'500}};
    worker.states = {{1000, 2000, 0, 1, 0}, {2000, 92'000, 0, 2, 0}};
    RecordedThread watcher;
    watcher.kind = TAPESTRY_THREAD_STD;
    watcher.start = 1000;
    watcher.end = 101'000;
    watcher.states = {{2000, 92'000, 0, 3, 0}};
    r.threads = {worker, watcher};
    r.device_clocks = {{7, 50'000, 20, 3}, {7, 92'000, 50, 3}};
    r.model_clocks = {{7, 1000, 100e6}};
    return r;
}

TEST(ModelledTime, AWaitTakesTheCyclesOfTheDevice) {
    Recording r = two_threads();
    to_modelled_time(r);
    const RecordedThread& t = r.threads[0];
    EXPECT_EQ(t.states[0].end - t.states[0].start, 1000u);
    EXPECT_EQ(t.states[1].end - t.states[1].start, 500u);
    EXPECT_EQ(t.end, 1000u + 10'500u);
    EXPECT_EQ(r.end, t.end);
}

TEST(ModelledTime, AThreadWithoutADriverFollowsItsProcess) {
    Recording r = two_threads();
    to_modelled_time(r);
    EXPECT_EQ(r.threads[1].states[0].end - r.threads[1].states[0].start, 500u);
}

TEST(ModelledTime, AThreadThatOnlyWaitsHasNone) {
    Recording r = two_threads();
    r.names[3].category = TAPESTRY_WAIT_SYNC;
    to_modelled_time(r);
    EXPECT_EQ(r.threads.size(), 1u);
}

TEST(ModelledTime, TheClockOfTheDeviceRunsEvenly) {
    Recording r = two_threads();
    to_modelled_time(r);
    ASSERT_EQ(r.device_clocks.size(), 2u);
    EXPECT_EQ(r.device_clocks[0].time, 2000u);
    EXPECT_EQ(r.device_clocks[1].time, 2500u);
    EXPECT_EQ(r.device_clocks[1].doubt_ns, 0u);
}

TEST(ModelledTime, BeginsWithTheFirstThingThatIsSaid) {
    Recording r = two_threads();
    for (RecordedThread& t : r.threads)
        for (RecordedState& s : t.states) s.start = std::max<std::uint64_t>(s.start, 30'000);
    to_modelled_time(r);
    std::uint64_t first = r.device_clocks[0].time;
    for (const RecordedThread& t : r.threads)
        for (const RecordedState& s : t.states) first = std::min(first, s.start);
    EXPECT_EQ(r.start, first);
    for (const RecordedThread& t : r.threads) EXPECT_GE(t.start, first);
}

TEST(ModelledTime, WithoutItNothingChanges) {
    Recording r = two_threads();
    r.threads[0].modelled.clear();
    to_modelled_time(r);
    EXPECT_EQ(r.threads[0].states[1].end, 92'000u);
    EXPECT_EQ(r.device_clocks.size(), 2u);
}

}  // namespace
}  // namespace tapestry
