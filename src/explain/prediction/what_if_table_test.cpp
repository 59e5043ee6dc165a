// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/what_if_table.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "explain/network/made_run.h"
#include "explain/prediction/predict.h"

namespace tapestry {
namespace {

MadeRun pair_of_blocks() {
    MadeRun made;
    made.machine("top.u_a", {{"WORK", 2000, 500}, {"SEND", 8000, 500, {for_ready("m")}}},
                 {{0, 1, 500}, {1, 0, 499}})
        .machine("top.u_b", {{"TAKE", 500, 500, {for_valid("m")}}, {"MILL", 9500, 500}},
                 {{0, 1, 500}, {1, 0, 499}})
        .stream("m", "top.u_a", "top.u_b", 500, 7500, 0);
    return made;
}

TEST(WhatIfTable, AnswersAsPredictDoes) {
    MadeRun made = pair_of_blocks();
    const WhatIfTable table = what_if_table(made.run());
    ASSERT_FALSE(table.answers.empty());
    bool has_half = false;
    for (const WhatIfAnswer& answer : table.answers) {
        Diagnostics diagnostics;
        const Result<std::vector<Change>> changes =
            changes_from_lines(answer.change, "", diagnostics);
        ASSERT_TRUE(changes);
        const Result<Prediction> prediction = predict(made.run(), *changes, diagnostics);
        ASSERT_EQ(prediction.has_value(), answer.why_not.empty()) << answer.change;
        if (!prediction) continue;
        EXPECT_EQ(prediction->predicted_cycles, answer.prediction.predicted_cycles);
        EXPECT_EQ(prediction->states.size(), answer.prediction.states.size());
        has_half = has_half || answer.change == "time:top.u_b=0.5x";
    }
    EXPECT_TRUE(has_half);
}

TEST(WhatIfTable, ALargeRunHasNone) {
    MadeRun made = pair_of_blocks();
    while (made.run().taps.size() <= 200) made.stream("more", "top.u_a", "top.u_b", 1, 1, 1);
    EXPECT_TRUE(what_if_table(made.run()).answers.empty());
}

}  // namespace
}  // namespace tapestry
