// SPDX-License-Identifier: Apache-2.0
#include "show/compare/answer.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

Difference difference(std::string kind, std::string item, double before, double after) {
    Difference d;
    d.kind = std::move(kind);
    d.path = d.kind == "run" ? "" : "top.u_norm.state";
    d.item = std::move(item);
    d.number = "cycles";
    d.before = {1, before, before, before, Quality::exact};
    d.after = {1, after, after, after, Quality::exact};
    d.change = after - before;
    d.verdict = d.change < 0 ? Outcome::faster : Outcome::slower;
    return d;
}

TEST(Answer, SaysHowMuchFasterWhereAndWhatLimitsNow) {
    const std::vector<Difference> differences = {difference("run", "", 45854, 31594),
                                                 difference("fsm", "IDLE", 100, 9100),
                                                 difference("fsm", "WAIT_ROOT", 34224, 19964)};
    EXPECT_EQ(answer_of(differences, "top.u_root", "top.u_norm"),
              "1.45 times as fast: 45,854 -> 31,594 cycles. Most of it: WAIT_ROOT of "
              "top.u_norm.state, -14,260 cycles. The bottleneck moved from top.u_root to "
              "top.u_norm.");
}

TEST(Answer, SaysHowMuchSlower) {
    const std::vector<Difference> differences = {difference("run", "", 1000, 2500),
                                                 difference("fsm", "WORK", 800, 2300)};
    EXPECT_EQ(answer_of(differences, "top.u_a", "top.u_a"),
              "2.50 times as slow: 1,000 -> 2,500 cycles. Most of it: WORK of top.u_norm.state, "
              "+1,500 cycles. The bottleneck is still top.u_a.");
}

TEST(Answer, MostOfItIsWorkBeforeWaitsAndHalfAtLeast) {
    std::vector<Difference> differences = {difference("run", "", 1000, 1100),
                                           difference("fsm", "COUNT", 500, 600),
                                           difference("fsm", "PAUSE", 0, 90)};
    differences[1].is_wait = true;
    EXPECT_NE(answer_of(differences, "", "").find("Most of it: PAUSE of"), std::string::npos);
    differences[2].change = 40;
    EXPECT_NE(answer_of(differences, "", "").find("Most of it: waiting in COUNT of"),
              std::string::npos);
    differences[1].change = 49;
    EXPECT_EQ(answer_of(differences, "", ""), "1.10 times as slow: 1,000 -> 1,100 cycles.");
}

TEST(Answer, ARunThatIsEqualIsSaidToBe) {
    EXPECT_EQ(answer_of({}, "", ""), "The run takes as many cycles as before.");
    EXPECT_EQ(answer_of({}, "top.u_a", ""), "The run takes as many cycles as before.");
}

TEST(Answer, CallsNothingFasterThatIsInsideTheSpreadOrUnclear) {
    Difference run = difference("run", "", 1000, 990);
    run.verdict = Outcome::same;
    EXPECT_EQ(answer_of({run}, "", ""),
              "The run takes no more and no fewer cycles than repeated runs differ by.");
    run.verdict = Outcome::unclear;
    EXPECT_EQ(answer_of({run, difference("fsm", "A", 20, 10)}, "", "top.b"),
              "The run: 1,000 -> 990 cycles. The bottleneck now is top.b.");
}

}  // namespace
}  // namespace tapestry
