// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/spent_time.h"

#include <gtest/gtest.h>

#include "explain/network/made_run.h"

namespace tapestry {
namespace {

struct Spent {
    const char* category;
    MadeState state;
};

void add_rank(MadeRun& made, const std::string& path, const std::vector<Spent>& states) {
    std::vector<MadeState> all;
    for (const Spent& s : states) all.push_back(s.state);
    made.machine(path, all);
    for (std::size_t i = 0; i < states.size(); ++i)
        made.run().taps.back().tap.machine().states[i].category = states[i].category;
}

// Two ranks that are mostly in calls, more in all of them than in any one state of their own.
MadeRun ranks(std::uint64_t computes) {
    MadeRun made;
    made.run().clocks[0].unit = "ns";
    for (const char* path : {"rank[0].main", "rank[1].main"})
        add_rank(made, path,
                 {{"busy", {"compute", computes}},
                  {"overhead", {"MPI_Barrier", 2000}},
                  {"transfer", {"MPI_Recv", 1500}},
                  {"wait_recv", {"MPI_Recv late_sender rank[1].main", 6500 - computes}}});
    return made;
}

TEST(SpentTime, IsThatOfCallsWhereTheyTakeMoreThanAllElse) {
    MadeRun made = ranks(3000);
    const auto spent = spent_time(made.run(), "rank[*].main");
    ASSERT_TRUE(spent);
    EXPECT_EQ(spent->state, "MPI_Barrier");
    EXPECT_DOUBLE_EQ(spent->share, 0.2);
}

TEST(SpentTime, IsThatOfTheProgramWhereCallsTakeLess) {
    MadeRun made = ranks(4000);
    for (const char* path : {"rank[*].main", "rank[1].main"}) {
        const auto spent = spent_time(made.run(), path);
        ASSERT_TRUE(spent);
        EXPECT_EQ(spent->state, "compute");
        EXPECT_DOUBLE_EQ(spent->share, 0.4);
    }
}

TEST(SpentTime, IsNoWaitAndNoHardware) {
    MadeRun made;
    add_rank(made, "rank[0].main", {{"wait_recv", {"read_wait", kMadeCycles}}});
    EXPECT_FALSE(spent_time(made.run(), "rank[0].main"));  // its clock counts cycles
    made.run().clocks[0].unit = "ns";
    EXPECT_FALSE(spent_time(made.run(), "rank[0].main"));
}

}  // namespace
}  // namespace tapestry
