// SPDX-License-Identifier: Apache-2.0
#include "model/verdict_words.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

// A thread that the FPGA waits for 61% of the run.
Verdict thread_limits(double share, const char* state) {
    Verdict v;
    v.subject = "app.feeder";
    v.share = 0.6;
    v.evidence.kind = EvidenceKind::at_work;
    v.evidence.share = 0.9;
    v.evidence.phases_in_time = true;
    v.evidence.across = PathShare{"top.u_hold", 0.61};
    v.evidence.across_is_hardware = true;
    v.evidence.spent = SpentTime{share, state, ""};
    return v;
}

TEST(VerdictWords, SayThatAThreadIsOutsideItsStatesWhileTheFpgaWaits) {
    const Verdict v = thread_limits(0.8, "");
    EXPECT_EQ(answer_of(v),
              "app.feeder limits this program outside its named states: its work explains 60.0% "
              "of the run. The FPGA waits for it 61.0% of the run, at top.u_hold. It spends 80.0% "
              "of its time there.");
    EXPECT_EQ(evidence_text(v), "at work 90.0% of the run, most of it outside its named states");
}

TEST(VerdictWords, NameTheStateWhereThereIsOne) {
    const Verdict v = thread_limits(0.8, "prepare");
    EXPECT_EQ(answer_of(v),
              "app.feeder limits this program: its work explains 60.0% of the run. The FPGA waits "
              "for it 61.0% of the run, at top.u_hold. It spends 80.0% of its time in prepare.");
    EXPECT_EQ(evidence_text(v), "at work 90.0% of the run");
}

// Its states are many, and take more together.
TEST(VerdictWords, DoNotBlameWhatIsLessThanHalf) {
    const Verdict v = thread_limits(0.4, "");
    EXPECT_EQ(answer_of(v),
              "app.feeder limits this program: its work explains 60.0% of the run. The FPGA waits "
              "for it 61.0% of the run, at top.u_hold. It spends 40.0% of its time outside all "
              "states.");
    EXPECT_EQ(evidence_text(v), "at work 90.0% of the run");
}

// What takes the time of all ranks is MPI itself.
TEST(VerdictWords, SayThatTheWorkIsCallsOfMpi) {
    Verdict v = thread_limits(0.47, "MPI_Barrier");
    v.evidence.across.reset();
    v.evidence.spent->source = "ring.c:33";
    EXPECT_EQ(answer_of(v),
              "app.feeder limits this program: its work, most of it in calls of MPI, explains "
              "60.0% of the run. It spends 47.0% of its time in MPI_Barrier, ring.c:33.");
    EXPECT_EQ(evidence_text(v), "at work 90.0% of the run, most of it in calls of MPI");
    v.subject = "rank[*].main";
    EXPECT_NE(answer_of(v).find("They spend 47.0% of their time in MPI_Barrier"),
              std::string::npos);
}

}  // namespace
}  // namespace tapestry
