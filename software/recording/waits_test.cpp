// SPDX-License-Identifier: Apache-2.0
// Waits of nonblocking calls, fences, locks and epochs.
#include <gtest/gtest.h>

#include "software/library/recording_layout.h"
#include "software/recording/messages.h"

namespace tapestry {
namespace {

struct Call {
    const char* name;
    int role;
    int rank;
    std::uint64_t start;
    std::uint64_t end;
    int peer = -1;
    std::uint64_t number = 0;
    int tag = 0;
};

// The place of each thread is its rank.
std::vector<HostWait> waits_of(const std::vector<Call>& calls) {
    MessageJoiner joiner;
    for (const Call& c : calls) {
        RecordedMessage m;
        m.role = c.role;
        m.start = c.start;
        m.end = c.end;
        m.peer = c.peer;
        m.number = c.number;
        m.tag = c.tag;
        m.communicator = 7;
        joiner.add({m, c.rank, c.rank, joiner.calls().number_of({c.name, "a.c:7"})});
    }
    Diagnostics diagnostics;
    return joiner.join(diagnostics).waits;
}

TEST(Waits, AWaitallWaitsForTheLastSenderAlone) {
    const auto waits = waits_of({{"MPI_Send", TAPESTRY_SENDS, 1, 100, 101, 0, 1},
                                 {"MPI_Send", TAPESTRY_SENDS, 2, 150, 151, 0, 1},
                                 {"MPI_Waitall", TAPESTRY_RECEIVES, 0, 40, 160, 1, 1},
                                 {"MPI_Waitall", TAPESTRY_RECEIVES, 0, 40, 160, 2, 2}});
    ASSERT_EQ(waits.size(), 1u);
    EXPECT_EQ(waits[0], (HostWait{0, "late_sender", 2, "MPI_Waitall", 1, 110, "a.c:7"}));
}

TEST(Waits, ASendThatReturnedAtOnceWaitsWhereItsEndIsWaitedFor) {
    const auto waits = waits_of({{"MPI_Isend", TAPESTRY_SENDS, 0, 10, 11, 1, 5},
                                 {"MPI_Wait", TAPESTRY_SENDS | TAPESTRY_AWAITED, 0, 30, 95, 1, 5},
                                 {"MPI_Recv", TAPESTRY_RECEIVES, 1, 80, 96, 0, 1}});
    ASSERT_EQ(waits.size(), 1u);
    EXPECT_EQ(waits[0], (HostWait{0, "late_receiver", 1, "MPI_Wait", 1, 50, "a.c:7"}));
}

TEST(Waits, ACollectiveThatReturnedAtOnceWaitsForTheLastToBegin) {
    constexpr int kRole = TAPESTRY_ALL_TO_ALL;
    const auto waits = waits_of({{"MPI_Iallreduce", kRole | TAPESTRY_BEGUN, 0, 10, 11},
                                 {"MPI_Wait", kRole | TAPESTRY_AWAITED, 0, 20, 90},
                                 {"MPI_Iallreduce", kRole | TAPESTRY_BEGUN, 1, 70, 71},
                                 {"MPI_Wait", kRole | TAPESTRY_AWAITED, 1, 72, 91}});
    ASSERT_EQ(waits.size(), 1u);
    EXPECT_EQ(waits[0], (HostWait{0, "wait_at_collective", 1, "MPI_Wait", 1, 50, "a.c:7"}));
}

TEST(Waits, WhoLeavesAFenceBeforeTheLastComesDidNotWaitForIt) {
    const auto waits = waits_of({{"MPI_Win_fence", TAPESTRY_FENCE, 0, 10, 60},
                                 {"MPI_Win_fence", TAPESTRY_FENCE, 1, 50, 61},
                                 {"MPI_Win_fence", TAPESTRY_FENCE, 0, 100, 110, -1, 1},
                                 {"MPI_Win_fence", TAPESTRY_FENCE, 1, 150, 160, -1, 1}});
    ASSERT_EQ(waits.size(), 1u);
    EXPECT_EQ(waits[0], (HostWait{0, "wait_at_fence", 1, "MPI_Win_fence", 1, 40, "a.c:7"}));
}

Call lock(int rank, std::uint64_t start, std::uint64_t end, std::uint64_t number, int tag = 1) {
    return {"MPI_Win_lock", TAPESTRY_LOCKS, rank, start, end, 0, number, tag};
}
Call unlock(int rank, std::uint64_t start, std::uint64_t end, std::uint64_t number) {
    return {"MPI_Win_unlock", TAPESTRY_UNLOCKS, rank, start, end, 0, number};
}

TEST(Waits, ALockIsWaitedForFromOneHolderToTheNext) {
    const auto waits =
        waits_of({lock(0, 0, 10, 1), unlock(0, 50, 60, 2), lock(1, 20, 60, 1),
                  unlock(1, 90, 100, 2), lock(2, 30, 100, 1), unlock(2, 110, 120, 2)});
    ASSERT_EQ(waits.size(), 3u);
    EXPECT_EQ(waits[0], (HostWait{1, "wait_for_lock", 0, "MPI_Win_lock", 1, 40, "a.c:7"}));
    EXPECT_EQ(waits[1], (HostWait{2, "wait_for_lock", 1, "MPI_Win_lock", 1, 40, "a.c:7"}));
    EXPECT_EQ(waits[2], (HostWait{2, "wait_for_lock", 0, "MPI_Win_lock", 1, 30, "a.c:7"}));
}

TEST(Waits, SharedLocksAreNotWaitedFor) {
    EXPECT_TRUE(waits_of({lock(0, 0, 10, 1, 0), unlock(0, 50, 60, 2), lock(1, 20, 40, 1, 0),
                          unlock(1, 90, 100, 2)})
                    .empty());
}

TEST(Waits, ALockThatIsTakenAtItsUnlockIsWaitedForThere) {
    const auto waits = waits_of(
        {lock(0, 0, 10, 1), unlock(0, 50, 60, 2), lock(1, 20, 21, 1), unlock(1, 22, 65, 2)});
    ASSERT_EQ(waits.size(), 1u + 1u);
    EXPECT_EQ(waits[0], (HostWait{1, "wait_for_lock", 0, "MPI_Win_unlock", 1, 38, "a.c:7"}));
    EXPECT_EQ(waits[1], (HostWait{1, "wait_for_lock", 0, "MPI_Win_lock", 1, 1, "a.c:7"}));
}

TEST(Waits, PostsAndCompletesThatComeLate) {
    const auto waits = waits_of({{"MPI_Win_start", TAPESTRY_STARTS, 0, 10, 45, 1, 1},
                                 {"MPI_Win_post", TAPESTRY_POSTS, 1, 40, 41, 0, 1},
                                 {"MPI_Win_complete", TAPESTRY_COMPLETES, 0, 90, 95, 1, 2},
                                 {"MPI_Win_wait", TAPESTRY_AWAITS_COMPLETES, 1, 50, 99, 0, 2}});
    ASSERT_EQ(waits.size(), 2u);
    EXPECT_EQ(waits[0], (HostWait{1, "late_complete", 0, "MPI_Win_wait", 1, 40, "a.c:7"}));
    EXPECT_EQ(waits[1], (HostWait{0, "late_post", 1, "MPI_Win_start", 1, 30, "a.c:7"}));
}

}  // namespace
}  // namespace tapestry
