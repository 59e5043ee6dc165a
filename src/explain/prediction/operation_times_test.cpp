// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/operation_times.h"

#include <gtest/gtest.h>

#include "explain/replay/elastic.h"

namespace tapestry {
namespace {

// A gives a token every 2 cycles, B takes one every 5; A waited as long as a queue of two makes it.
Run pair_of_threads() {
    Run run;
    run.cycles = 52;
    run.operations.channels = {{"q", 2, 1, 1, 2}};
    OperationThread a, b;
    a.path = "a";
    a.sets = {{{0, true, 0}}};
    b.path = "b";
    b.sets = {{{0, false, 0}}};
    for (std::size_t n = 0; n < 10; ++n) {
        const std::uint64_t stall = n < 3 ? 0 : 3;
        a.visits.push_back({2, 0, stall > 0});
        if (stall > 0) a.stalls.push_back(stall);
        b.visits.push_back({5, 0, false});
    }
    run.operations.threads = {a, b};
    return run;
}

ComparedOperations compared(std::uint64_t capacity, const Run& really) {
    const RecordedOperations recording = recorded_operations_of(pair_of_threads());
    std::vector<ChannelSetting> settings = recording.replay.recorded_settings();
    settings[0].capacity = capacity;
    return compare_operations(recording, settings, really);
}

TEST(OperationTimes, AreThoseOfTheRecordingWithItsOwnSettings) {
    const ComparedOperations all = compared(2, pair_of_threads());
    EXPECT_EQ(all.compared, 20u);
    EXPECT_EQ(all.different, 0u);
    EXPECT_EQ(all.first, "");
}

// With four entries A goes at 2, 4, 6, 8, 10, and then a cycle after each pop, as before two
// tokens later: from the fourth on all its tokens are earlier, and none of B's.
TEST(OperationTimes, TellsTheFirstThatIsDifferent) {
    const ComparedOperations all = compared(4, pair_of_threads());
    EXPECT_EQ(all.compared, 20u);
    EXPECT_EQ(all.different, 7u);
    EXPECT_EQ(all.first, "push q 3, at cycle 8 instead of 11");
}

TEST(OperationTimes, CountsWhatOnlyOneOfThemHas) {
    tapestry::Run really = pair_of_threads();
    really.operations.threads[1].visits.resize(8);
    really.cycles = 47;
    const ComparedOperations all = compared(2, really);
    // Pop 9 at cycle 50 lies behind the end of that run.
    EXPECT_EQ(all.different, 1u);
    EXPECT_EQ(all.first, "pop q 8, at cycle 45: never took place");
}

// B's fifth pop is not recorded, so that with one entry nobody knows of A's sixth push.
TEST(OperationTimes, DoNotMissWhatWaitsForTheUnrecorded) {
    tapestry::Run run = pair_of_threads();
    OperationThread &a = run.operations.threads[0], &b = run.operations.threads[1];
    run.cycles = 40;
    a.visits.resize(6);
    a.stalls.resize(3);
    b.visits.resize(4);
    const RecordedOperations recording = recorded_operations_of(run);
    // With one entry A goes at 2, 6, 11, 16, 21, 26.
    a.stalls = {2, 3, 3, 3, 3};
    for (std::size_t n = 1; n < 6; ++n) a.visits[n].blocked = true;
    b.visits.resize(5, b.visits[0]);
    const ComparedOperations all = compare_operations(recording, {{1, 1, 1}}, run);
    EXPECT_EQ(all.compared, 9u);
    EXPECT_EQ(all.first, "");
}

TEST(OperationTimes, KnowNothingOfTheInsideOfABlock) {
    tapestry::Run run = pair_of_threads();
    run.operations.channels[0].path = inside_of("top.u_pipe");
    EXPECT_TRUE(operation_times(run.operations, recorded_ends(run.operations)).empty());
}

}  // namespace
}  // namespace tapestry
