// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "show/export/program_calls.h"
#include "show/export/timeline_row.h"

namespace tapestry {
namespace {

// A thread that begins at 10: main [20,90) with MPI_Recv [30,60), whose wait is [30,50), and what
// is outside of main until 100.
TimelineRow thread_row() {
    TimelineRow row;
    row.states = {{"MPI_Recv", "transfer", 10, ""},
                  {"MPI_Recv late_sender rank[1].main", "wait_recv", 20, ""},
                  {"main", "", 40, ""},
                  {"other", "busy", 20, ""}};
    row.segments = {{0, 10, kResetState}, {10, 20, 3}, {20, 30, 2}, {30, 50, 1},
                    {50, 60, 0},          {60, 90, 2}, {90, 100, 3}};
    return row;
}

std::string text_of(const std::vector<RowStep>& steps) {
    std::string text;
    for (const RowStep& s : steps)
        text += (s.enters ? "+" : "-") +
                (s.state == kResetState ? std::string("reset") : std::to_string(s.state)) + "@" +
                std::to_string(s.time) + " ";
    return text;
}

TEST(NestedVisits, AreEnteredAndLeftInsideEachOther) {
    TimelineRow row = thread_row();
    add_nested({{20, 90, 2, 0}, {30, 60, 0, 1}, {30, 50, 1, 2}}, 100, row);
    EXPECT_EQ(text_of(steps_of(visits_of(row))),
              "+reset@0 -reset@10 +3@10 -3@20 +2@20 +0@30 +1@30 -1@50 -0@60 -2@90 +3@90 -3@100 ");
    EXPECT_EQ(text_of(steps_of(calls_of(row))),
              "+reset@0 -reset@10 +3@10 -3@20 +2@20 +0@30 -0@60 -2@90 +3@90 -3@100 ");
}

TEST(NestedVisits, ThatDoNotAddUpAreLeftOut) {
    TimelineRow row = thread_row();
    add_nested({{20, 90, 2, 0}, {30, 60, 0, 1}}, 100, row);  // the wait is missing
    EXPECT_TRUE(row.nested.empty());
    add_nested({{20, 90, 2, 0}, {30, 95, 0, 1}, {30, 50, 1, 2}}, 100, row);  // longer than main
    EXPECT_TRUE(row.nested.empty());
    add_nested({{20, 90, 2, 0}, {30, 60, 0, 2}}, 100, row);  // inside of nothing
    EXPECT_TRUE(row.nested.empty());
    EXPECT_EQ(visits_of(row).size(), row.segments.size());
}

// The same thread where only sums by frame are known beside the visits.
TEST(NestedVisits, AreWhatARowShowsWithoutATrace) {
    TimelineRow traced = thread_row(), row = thread_row();
    const std::vector<RowVisit> visits = {{20, 90, 2, 0}, {30, 60, 0, 1}, {30, 50, 1, 2}};
    row.segments = {{0, 50, 3}, {50, 130, 2}};  // frames may end later than the thread
    add_nested(visits, 100, row);
    add_nested(visits, 100, traced);
    EXPECT_TRUE(row.is_traced);
    EXPECT_EQ(text_of(steps_of(visits_of(row))), text_of(steps_of(visits_of(traced))));
    ASSERT_EQ(row.segments.size(), traced.segments.size());
    for (std::size_t i = 0; i < row.segments.size(); ++i) {
        EXPECT_EQ(row.segments[i].begin, traced.segments[i].begin) << i;
        EXPECT_EQ(row.segments[i].end, traced.segments[i].end) << i;
        EXPECT_EQ(row.segments[i].state, traced.segments[i].state) << i;
    }
}

// Visits that do not add up are not believed.
TEST(NestedVisits, AreLeftOutWhereTheyDoNotAddUp) {
    TimelineRow row = thread_row();
    row.segments = {{0, 50, 3}, {50, 100, 2}};
    add_nested({{20, 90, 2, 0}, {30, 61, 0, 1}, {30, 50, 1, 2}}, 100, row);
    EXPECT_FALSE(row.is_traced);
    EXPECT_TRUE(row.nested.empty());
    EXPECT_EQ(row.segments.size(), 2u);
}

TEST(ProgramCall, IsKnownByItsName) {
    const ProgramCall send = program_call("MPI_Isend");
    EXPECT_EQ(send.library, ProgramCall::mpi);
    EXPECT_EQ(send.role, ProgramCall::point_to_point);
    EXPECT_EQ(send.paraver_type, 50'000'001);
    EXPECT_EQ(send.paraver_value, 3);
    EXPECT_EQ(program_call("MPI_Ibcast").role, ProgramCall::one_to_all);
    EXPECT_EQ(program_call("MPI_Ibcast").paraver_type, 50'000'002);
    EXPECT_EQ(program_call("MPI_Isend_c").role, send.role);
    EXPECT_EQ(program_call("MPI_Isend_c").paraver_type, send.paraver_type);
    EXPECT_EQ(program_call("MPI_Isend_c").paraver_value, 0);
    EXPECT_EQ(program_call("MPI_Ibcast").paraver_value, 157);
    EXPECT_EQ(program_call("MPI_Ibcast_init").paraver_value, 0);
    // For Extrae a test or a start is no transfer; for OTF2 it is of that kind.
    EXPECT_EQ(program_call("MPI_Testall").role, ProgramCall::point_to_point);
    EXPECT_EQ(program_call("MPI_Testall").paraver_type, 50'000'003);
    EXPECT_EQ(program_call("MPI_Testall").paraver_value, 125);
    EXPECT_EQ(program_call("MPI_Init").paraver_value, 31);
    EXPECT_EQ(program_call("MPI_Iprobe").paraver_type, 50'000'001);
    EXPECT_EQ(program_call("MPI_File_read").paraver_type, 50'000'005);
    EXPECT_EQ(program_call("MPI_Comm_split").paraver_type, 50'000'003);
    EXPECT_EQ(program_call("omp_barrier").role, ProgramCall::barrier);
    EXPECT_EQ(program_call("solve").library, ProgramCall::program);
}

}  // namespace
}  // namespace tapestry
