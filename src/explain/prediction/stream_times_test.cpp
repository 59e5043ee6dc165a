// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/stream_times.h"

#include <gtest/gtest.h>

#include "explain/network/made_run.h"

namespace tapestry {
namespace {

// A gives 3,000 beats to B, blocked for 1,000 cycles of 10,000 and starved for 4,000.
Run pair_of() {
    MadeRun made;
    made.machine("top.u_a", {{"SEND", 10000, 50, {for_ready("link")}}}, {})
        .machine("top.u_b", {{"TAKE", 10000, 50, {for_valid("link")}}}, {})
        .stream("link", "top.u_a", "top.u_b", 3000, 1000, 4000);
    return made.run();
}

int stream_of(const Run& run) {
    for (const TapNumbers& n : run.taps)
        if (n.tap.is(TapKind::stream)) return n.tap.tap;
    return -1;
}

PredictedStream stream_with(const StreamShift& shift, double cycles) {
    const Run run = pair_of();
    Prediction prediction;
    prediction.measured_cycles = static_cast<double>(run.cycles);
    prediction.predicted_cycles = cycles;
    note_streams(run, {{stream_of(run), shift}}, prediction);
    EXPECT_EQ(prediction.streams.size(), 1u);
    return prediction.streams.empty() ? PredictedStream{} : prediction.streams[0];
}

using Bins = std::vector<double>;
Bins bins(const PredictedStream& s) {
    return {s.transfer_cycles, s.blocked_cycles, s.starved_cycles, s.idle_cycles};
}

TEST(StreamTimes, AreThoseOfTheRunWithoutAChange) {
    EXPECT_EQ(bins(stream_with({0.0, 0.0}, 10000)), (Bins{3000, 1000, 4000, 2000}));
}

TEST(StreamTimes, ShiftWithTheWaitsOfBothEnds) {
    EXPECT_EQ(bins(stream_with({-3000.0, 5000.0}, 12000)), (Bins{3000, 6000, 1000, 2000}));
}

// Into a queue only how long the producer waits is known: the rest is shared as it was.
TEST(StreamTimes, ShareWhatIsNotKnown) {
    EXPECT_EQ(bins(stream_with({std::nullopt, 3000.0}, 10000)), (Bins{3000, 4000, 2000, 1000}));
}

// Shifts come from a model: no bin is less than empty, and all sum to the run.
TEST(StreamTimes, AreNeverMoreThanTheRun) {
    EXPECT_EQ(bins(stream_with({-9000.0, 4000.0}, 6000)), (Bins{3000, 3000, 0, 0}));
}

// What fills a queue is blocked at the stream into it, what drains it starves at the one out of it.
TEST(StreamTimes, OfAQueueAreThoseAtItsTwoSides) {
    Network network;
    network.queues[7] = {{}, {}, {1, -1}, {2}};
    StreamShifts shifts;
    add_shift(network, 7, WaitKind::send, 30, shifts);
    add_shift(network, 7, WaitKind::receive, -20, shifts);
    add_shift(network, 7, WaitKind::send, 5, shifts);
    add_shift(network, 3, WaitKind::receive, 9, shifts);
    ASSERT_EQ(shifts.size(), 3u);
    EXPECT_DOUBLE_EQ(*shifts[1].send, 35);
    EXPECT_FALSE(shifts[1].receive);
    EXPECT_DOUBLE_EQ(*shifts[2].receive, -20);
    EXPECT_DOUBLE_EQ(*shifts[3].receive, 9);
}

}  // namespace
}  // namespace tapestry
