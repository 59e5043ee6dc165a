// SPDX-License-Identifier: Apache-2.0
#include "predict/stream_times.h"

#include <gtest/gtest.h>

#include "network/made_run.h"

namespace tapestry {
namespace {

// A gives 3,000 beats to B, blocked for 1,000 cycles of 10,000 and starved for 4,000.
Run pair_of() {
    MadeRun made;
    made.machine("top.u_a", {{"SEND", 10000, 50, {for_ready("link")}}}, {})
        .machine("top.u_b", {{"TAKE", 10000, 50, {for_valid("link")}}}, {})
        .stream("link", "top.u_a", "top.u_b", 3000, 1000, 4000);
    Run run = made.run();
    for (const TapNumbers& n : run.taps)
        if (n.tap.is(TapKind::stream)) run.operations.channels = {{n.tap.path, 0, 0, 0, 0}};
    return run;
}

PredictedStream stream_with(const ChannelShift& shift, double cycles) {
    const tapestry::Run run = pair_of();
    Prediction prediction;
    prediction.measured_cycles = static_cast<double>(run.cycles);
    prediction.predicted_cycles = cycles;
    note_streams(run, {shift}, prediction);
    EXPECT_EQ(prediction.streams.size(), 1u);
    return prediction.streams.empty() ? PredictedStream{} : prediction.streams[0];
}

double sum(const PredictedStream& s) {
    return s.transfer_cycles + s.blocked_cycles + s.starved_cycles + s.idle_cycles;
}

TEST(StreamTimes, AreThoseOfTheRunWithoutAChange) {
    const PredictedStream same = stream_with({0.0, 0.0}, 10000);
    EXPECT_DOUBLE_EQ(same.transfer_cycles, 3000);
    EXPECT_DOUBLE_EQ(same.blocked_cycles, 1000);
    EXPECT_DOUBLE_EQ(same.starved_cycles, 4000);
    EXPECT_DOUBLE_EQ(same.idle_cycles, 2000);
}

TEST(StreamTimes, ShiftWithTheWaitsOfBothEnds) {
    const PredictedStream slower = stream_with({-3000.0, 5000.0}, 12000);
    EXPECT_DOUBLE_EQ(slower.transfer_cycles, 3000);
    EXPECT_DOUBLE_EQ(slower.blocked_cycles, 6000);
    EXPECT_DOUBLE_EQ(slower.starved_cycles, 1000);
    EXPECT_DOUBLE_EQ(sum(slower), 12000);
}

// Into a queue only how long the producer waits is known: the rest is shared as it was.
TEST(StreamTimes, ShareWhatIsNotKnown) {
    const PredictedStream fed = stream_with({std::nullopt, 3000.0}, 10000);
    EXPECT_DOUBLE_EQ(fed.blocked_cycles, 4000);
    EXPECT_DOUBLE_EQ(fed.starved_cycles, 2000);
    EXPECT_DOUBLE_EQ(fed.idle_cycles, 1000);
}

// Shifts come from a model: no bin is less than empty, and all sum to the run.
TEST(StreamTimes, AreNeverMoreThanTheRun) {
    const PredictedStream quick = stream_with({-9000.0, 4000.0}, 6000);
    EXPECT_DOUBLE_EQ(quick.starved_cycles, 0);
    EXPECT_DOUBLE_EQ(sum(quick), 6000);
}

TEST(StreamTimes, AreNotToldWhereNoEndIsKnown) {
    const tapestry::Run run = pair_of();
    Prediction prediction;
    prediction.measured_cycles = prediction.predicted_cycles = 10000;
    note_streams(run, {ChannelShift{}}, prediction);
    EXPECT_TRUE(prediction.streams.empty());
}

}  // namespace
}  // namespace tapestry
