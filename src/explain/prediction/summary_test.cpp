// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/summary.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

// The worked example of the method: block A computes and sends four times, then waits for an
// answer; block B receives and computes four times, then sends it. All in all 10.75 s.
enum A { busy1, send1, wait1, recv1, wait_to_send1 };
enum B { wait2, recv2, busy2, send2, wait_to_send2 };
enum { a, b };

SummaryModel example() {
    SummaryModel model;
    model.blocks = {
        {"A",
         {{"busy1", 5}, {"send1", 4}, {"wait1", 0.75}, {"recv1", 1}, {"", 0}},
         {{busy1, send1, 4}, {send1, busy1, 3}, {send1, wait1, 1}, {wait1, recv1, 1}},
         recv1},
        {"B",
         {{"wait2", 2.75}, {"recv2", 4}, {"busy2", 3}, {"send2", 1}, {"", 0}},
         {{wait2, recv2, 4}, {recv2, busy2, 4}, {busy2, wait2, 3}, {busy2, send2, 1}},
         send2},
    };
    model.dependencies = {{{a, send1, wait_to_send1}, {b, recv2, wait2}},
                          {{b, send2, wait_to_send2}, {a, recv1, wait1}}};
    return model;
}

double length(const SummaryBlock& block) {
    double sum = 0;
    for (const SummaryState& state : block.states) sum += state.time;
    return sum;
}

#define EXPECT_CLOSE(x, y) EXPECT_NEAR(x, y, 1e-9)

TEST(Summary, WorksOutTheExampleStepByStep) {
    SummaryModel model = example();
    EXPECT_CLOSE(length(model.blocks[a]), 10.75);
    EXPECT_CLOSE(length(model.blocks[b]), 10.75);

    // First block B alone: three of four times what follows busy2 is another turn.
    change_time(model, b, busy2, 1 - 3);
    const auto& of_a = model.blocks[a].states;
    const auto& of_b = model.blocks[b].states;
    EXPECT_CLOSE(of_b[busy2].shift, -2);
    EXPECT_CLOSE(of_b[wait2].shift, -1.5);
    EXPECT_CLOSE(of_b[recv2].shift, -1.5);
    EXPECT_CLOSE(of_b[send2].shift, -2);

    // Block B could go faster but A cannot: B waits longer for what it receives.
    EXPECT_TRUE(settle(model, model.dependencies[0]));
    EXPECT_CLOSE(of_b[wait2].time, 4.25);
    EXPECT_CLOSE(of_b[recv2].shift, 0);
    EXPECT_CLOSE(of_b[send2].shift, -0.5);

    // A waits for the answer, which comes half a second earlier.
    EXPECT_TRUE(settle(model, model.dependencies[1]));
    EXPECT_CLOSE(of_a[wait1].time, 0.25);
    EXPECT_CLOSE(of_a[recv1].shift, -0.5);
    EXPECT_FALSE(settle(model, model.dependencies[0]));
    EXPECT_CLOSE(length(model.blocks[a]), 10.25);
    EXPECT_CLOSE(length(model.blocks[b]), 10.25);
    EXPECT_CLOSE(end_shift(model, {b}), -0.5);
    // 4.9% faster, where two seconds less of the whole would be 22.9%.
    EXPECT_NEAR(10.75 / length(model.blocks[a]) - 1, 0.049, 0.0005);
    EXPECT_NEAR(10.75 / (10.75 - 2) - 1, 0.229, 0.0005);
}

TEST(Summary, ComesToTheSameInAnyOrder) {
    SummaryModel model = example();
    std::swap(model.dependencies[0], model.dependencies[1]);
    change_time(model, b, busy2, -2);
    EXPECT_TRUE(settle(model));
    EXPECT_CLOSE(model.blocks[b].states[wait2].time, 4.25);
    EXPECT_CLOSE(model.blocks[a].states[wait1].time, 0.25);
    EXPECT_CLOSE(end_shift(model, {b}), -0.5);
}

// The same two seconds off busy1 come off the whole.
TEST(Summary, GivesAllOfItWhereNothingElseHolds) {
    SummaryModel model = example();
    change_time(model, a, busy1, -2);
    EXPECT_TRUE(settle(model));
    EXPECT_CLOSE(end_shift(model, {a}), -2);
    EXPECT_CLOSE(length(model.blocks[a]), 8.75);
    EXPECT_CLOSE(length(model.blocks[b]), 8.75);
    EXPECT_CLOSE(model.blocks[b].states[wait2].time, 0.75);
}

TEST(Summary, SlowerIsSlowerOnceNobodyWaits) {
    SummaryModel model = example();
    change_time(model, b, busy2, 4);
    EXPECT_TRUE(settle(model));
    // Three more seconds in the loop find 2.75 of waiting; the last turn costs A one second.
    EXPECT_CLOSE(model.blocks[b].states[wait2].time, 0);
    EXPECT_CLOSE(end_shift(model, {b}), 1.25);
}

// A loop of a thousand turns hands nearly all of it on to each of its states.
TEST(Summary, GoesRoundLongLoops) {
    SummaryModel model;
    model.blocks = {{"loop",
                     {{"work", 1000}, {"left", 500}, {"right", 500}},
                     {{0, 1, 500}, {0, 2, 500}, {1, 0, 500}, {2, 0, 499}},
                     2}};
    change_time(model, 0, 0, -500);
    EXPECT_NEAR(model.blocks[0].states[1].shift, -499, 1.1);
    EXPECT_NEAR(model.blocks[0].states[2].shift, -500, 1.1);
    EXPECT_CLOSE(model.blocks[0].end_shift, -500);
}

TEST(Summary, LeavesApartWhatDoesNotHangTogether) {
    SummaryModel model = example();
    model.blocks.push_back({"timer", {{"tick", 10.75}}, {}, 0});
    change_time(model, b, busy2, -2);
    EXPECT_TRUE(settle(model));
    EXPECT_CLOSE(end_shift(model, {b}), -0.5);
    EXPECT_CLOSE(end_shift(model, {2}), 0);
}

// A block that never ends, and one with more states than anyone inverts, hand all of it on.
TEST(Summary, EndsWithBlocksThatDoNot) {
    SummaryModel model;
    SummaryBlock round{"round", {{"x", 1}, {"y", 1}}, {{0, 1, 5}, {1, 0, 5}}, 7};
    SummaryBlock large{"large", {}, {}, 0};
    large.states.resize(1000);
    model.blocks = {round, large};
    change_time(model, 0, 0, -1);
    change_time(model, 1, 3, -1);
    EXPECT_CLOSE(model.blocks[0].states[1].shift, -1);
    EXPECT_CLOSE(model.blocks[1].states[999].shift, -1);
}

}  // namespace
}  // namespace tapestry
