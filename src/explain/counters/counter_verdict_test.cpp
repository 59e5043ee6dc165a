// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/counter_verdict.h"

#include <gtest/gtest.h>

#include "explain/counters/analyse.h"
#include "explain/network/made_run.h"
#include "model/verdict_words.h"

namespace tapestry {
namespace {

// Two stages of one pipeline; so many cycles of the run each of them waits for the other.
Verdict stages(std::uint64_t first_waits, std::uint64_t second_waits) {
    MadeRun made;
    made.machine("top.a", {{"RUN", 9500 - first_waits, 500},
                           {"GIVE", 500 + first_waits, 500, {{"r", "top.b", "top.ab", "ready"}}}})
        .machine("top.b", {{"TAKE", 500 + second_waits, 500, {{"v", "top.a", "top.ab", "valid"}}},
                           {"RUN", 9500 - second_waits, 500}})
        .stream("ab", "top.a", "top.b", 500, first_waits, second_waits);
    return analyse(made.run()).verdict;
}

// The one that is at work for all but 3% of the run leaves the other less than half of what it may
// itself save; where both wait for nearly as long, it is open.
TEST(CounterVerdict, OfTwoThatAreCloseTheOneThatLeavesLittleToTheOtherLimits) {
    const Verdict even = stages(500, 450);
    EXPECT_EQ(even.doubt.kind, DoubtKind::too_close) << answer_of(even);
    const Verdict busy = stages(850, 250);
    EXPECT_EQ(busy.doubt.kind, DoubtKind::none) << answer_of(busy);
    EXPECT_EQ(busy.subject, "top.b");
}

}  // namespace
}  // namespace tapestry
