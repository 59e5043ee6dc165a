// SPDX-License-Identifier: Apache-2.0
#include "software/recording/messages.h"

#include <gtest/gtest.h>

#include "software/library/recording_layout.h"

namespace tapestry {
namespace {

// Thread `rank` of a world in which threads are places.
RankMessage entry(int role, int rank, std::uint64_t start, std::uint64_t end, int peer,
                  std::uint64_t number = 0) {
    RecordedMessage m;
    m.role = role;
    m.start = start;
    m.end = end;
    m.peer = peer;
    m.bytes = 8;
    m.number = number;
    return {m, rank, rank, role == TAPESTRY_SENDS ? 0u : 1u};
}

struct Joined {
    std::vector<RunMessage> messages;
    std::vector<HostWait> waits;
    std::size_t said = 0;
};
Joined joined_of(const std::vector<RankMessage>& all) {
    MessageJoiner joiner;
    for (const char* call : {"MPI_Send", "MPI_Recv"}) joiner.calls().number_of({call, "a.c:7"});
    for (const RankMessage& m : all) joiner.add(m);
    Diagnostics diagnostics;
    const JoinedMessages joined = joiner.join(diagnostics);
    return {joined.messages.all(), joined.waits, diagnostics.all().size()};
}

TEST(Messages, ALateSenderKeepsItsReceiverWaiting) {
    const Joined h =
        joined_of({entry(TAPESTRY_SENDS, 0, 100, 110, 1), entry(TAPESTRY_RECEIVES, 1, 40, 120, 0)});
    ASSERT_EQ(h.messages.size(), 1u);
    EXPECT_EQ(h.messages[0].from, 0);
    EXPECT_EQ(h.messages[0].to, 1);
    ASSERT_EQ(h.waits.size(), 1u);
    EXPECT_EQ(h.waits[0], (HostWait{1, "late_sender", 0, "MPI_Recv", 1, 60, "a.c:7"}));
}

TEST(Messages, ALateReceiverCountsOnlyWhenTheSendWaited) {
    Joined h =
        joined_of({entry(TAPESTRY_SENDS, 0, 10, 90, 1), entry(TAPESTRY_RECEIVES, 1, 80, 95, 0)});
    ASSERT_EQ(h.waits.size(), 1u);
    EXPECT_EQ(h.waits[0], (HostWait{0, "late_receiver", 1, "MPI_Send", 1, 70, "a.c:7"}));
    h = joined_of({entry(TAPESTRY_SENDS, 0, 10, 20, 1), entry(TAPESTRY_RECEIVES, 1, 80, 95, 0)});
    EXPECT_TRUE(h.waits.empty());
}

TEST(Messages, TheyDoNotOvertakeEachOther) {
    const Joined h = joined_of(
        {entry(TAPESTRY_SENDS, 0, 10, 11, 1, 5), entry(TAPESTRY_SENDS, 0, 20, 21, 1, 6),
         entry(TAPESTRY_RECEIVES, 1, 50, 51, 0, 9), entry(TAPESTRY_RECEIVES, 1, 40, 41, 0, 3)});
    ASSERT_EQ(h.messages.size(), 2u);
    EXPECT_EQ(h.messages[0].send_start_ns, 10u);
    EXPECT_EQ(h.messages[0].receive_start_ns, 40u);
}

TEST(Messages, NothingArrivesBeforeItIsSent) {
    const auto said_of = [](std::uint64_t arrives) {
        const Joined h = joined_of(
            {entry(TAPESTRY_SENDS, 0, 100, 110, 1), entry(TAPESTRY_RECEIVES, 1, 40, arrives, 0)});
        EXPECT_EQ(h.messages.size(), 1u);
        return h.said;
    };
    EXPECT_EQ(said_of(100), 0u);
    EXPECT_EQ(said_of(99), 1u);
}

// Of a sender two messages were overwritten, of the receiver three; of these one was posted later
// than one that is still there.
TEST(Messages, WhatWasOverwrittenKeepsTheOthersInLine) {
    const auto gone = [](int role, int rank, int peer, std::uint64_t count, std::uint64_t last) {
        RankMessage e = entry(role | kGone, rank, 0, 0, peer, last);
        e.message.bytes = count;
        e.place = -1;
        return e;
    };
    std::vector<RankMessage> all = {gone(TAPESTRY_SENDS, 0, 1, 2, 1),
                                    gone(TAPESTRY_RECEIVES, 1, 0, 3, 7)};
    for (std::uint64_t i = 2; i < 8; ++i)  // the third to the eighth
        all.push_back(entry(TAPESTRY_SENDS, 0, 100 * i, 100 * i + 10, 1, i));
    all.push_back(entry(TAPESTRY_RECEIVES, 1, 900, 950, 0, 5));  // one of the first four
    for (std::uint64_t i = 4; i < 8; ++i)                        // the fifth to the eighth
        all.push_back(entry(TAPESTRY_RECEIVES, 1, 100 * i + 20, 100 * i + 30, 0, i + 10));
    const Joined h = joined_of(all);
    EXPECT_EQ(h.said, 0u);
    ASSERT_EQ(h.messages.size(), 4u);
    for (const RunMessage& m : h.messages) EXPECT_EQ(m.receive_start_ns, m.send_start_ns + 20);

    RankMessage unknown;
    unknown.rank = 1;
    unknown.message.role = kUnknownGone;
    all.push_back(unknown);
    const Joined none = joined_of(all);
    EXPECT_TRUE(none.messages.empty());
    EXPECT_EQ(none.said, 0u);
}

TEST(Messages, WhatHasOneSideIsKeptAndSaid) {
    const Joined h = joined_of({entry(TAPESTRY_SENDS, 0, 10, 11, 1)});
    ASSERT_EQ(h.messages.size(), 1u);
    EXPECT_TRUE(h.messages[0].receive_call.empty());
    EXPECT_EQ(h.said, 1u);
}

TEST(Messages, WhatGoesToAnotherJobHasOneSide) {
    const Joined h = joined_of({entry(TAPESTRY_SENDS, 0, 10, 11, TAPESTRY_STRANGER),
                                entry(TAPESTRY_RECEIVES, 1, 10, 11, TAPESTRY_STRANGER)});
    EXPECT_EQ(h.messages.size(), 2u);
    EXPECT_EQ(h.said, 0u);
}

TEST(Messages, AtABarrierAllWaitForTheLast) {
    const Joined h =
        joined_of({entry(TAPESTRY_BARRIER, 0, 10, 60, -1), entry(TAPESTRY_BARRIER, 1, 50, 60, -1),
                   entry(TAPESTRY_BARRIER, 2, 30, 60, -1)});
    ASSERT_EQ(h.waits.size(), 2u);
    EXPECT_EQ(h.waits[0].wait_ns, 40u);
    EXPECT_EQ(h.waits[1].wait_ns, 20u);
    EXPECT_EQ(h.waits[0].cause, 1);
    EXPECT_EQ(h.waits[0].pattern, "wait_at_barrier");
}

TEST(Messages, WithARootTheOthersWaitForItOrItForThem) {
    Joined h =
        joined_of({entry(TAPESTRY_FROM_ROOT, 0, 50, 60, 0), entry(TAPESTRY_FROM_ROOT, 1, 10, 60, 0),
                   entry(TAPESTRY_FROM_ROOT, 2, 55, 60, 0)});
    ASSERT_EQ(h.waits.size(), 1u);
    EXPECT_EQ(h.waits[0].place, 1);
    h = joined_of({entry(TAPESTRY_TO_ROOT, 0, 10, 60, 0), entry(TAPESTRY_TO_ROOT, 1, 50, 55, 0)});
    ASSERT_EQ(h.waits.size(), 1u);
    EXPECT_EQ(h.waits[0].place, 0);
    EXPECT_EQ(h.waits[0].wait_ns, 40u);
}

}  // namespace
}  // namespace tapestry
