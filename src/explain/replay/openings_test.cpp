// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/openings.h"

#include <gtest/gtest.h>

#include "explain/replay/made_handshake.h"
#include "explain/replay/replay.h"

namespace tapestry {
namespace {

TEST(Openings, AreOfAnEndThatGivesUpWaiting) {
    const RecordedHandshake waits = handshake("ssT..sT.");
    EXPECT_FALSE(thread_with_openings({&waits, 0, false}));
    const RecordedHandshake random = handshake("s.sT.bTb");
    const auto thread = thread_with_openings({&random, 0, false});
    ASSERT_TRUE(thread);
    EXPECT_TRUE(has_openings(*thread));
    EXPECT_EQ(moving_visits(*thread), 2u);
    EXPECT_EQ(recorded_ends({{{"s", 0, 0, 0, 0}}, {*thread}})[0],
              (std::vector<std::uint64_t>{3, 6}));
    EXPECT_EQ(thread->rest, 2u);
}

TEST(Openings, ComeAgainBehindTheEnd) {
    const RecordedHandshake random = handshake("s.sT.bTb");  // open in cycles 0, 2, 3 and 6
    const Openings openings(*thread_with_openings({&random, 0, false}));
    const std::vector<std::uint64_t> wanted = {0, 2, 2, 3, 6, 6, 6, 8, 8, 10};
    for (std::uint64_t t = 0; t < wanted.size(); ++t) EXPECT_EQ(openings.from(t), wanted[t]) << t;
}

// Beats come to a sink in cycles 1, 5 and 9; it is open in every third, 0 and 3 and 6 and so on.
TEST(Openings, HoldUpBeats) {
    const RecordedHandshake sink = handshake("s..T..T..T..");
    for (const std::uint64_t capacity : {0, 4}) {
        Operations o;
        o.channels = {{"c", capacity, 0, 1, capacity}};
        OperationThread source;
        source.sets = {{{0, true, 0}}};
        source.visits = {{1, 0, false}, {4, 0, false}, {1, 0, false}};
        o.threads = {source, *thread_with_openings({&sink, 0, false})};
        std::vector<std::vector<std::uint64_t>> ends;
        const Replay replay(o);
        replay.run(replay.recorded_settings(), &ends);
        // Without a queue the source waits too: it is ready again in cycles 7 and 10.
        const auto wanted = capacity == 0 ? std::vector<std::uint64_t>{3, 9, 12}
                                          : std::vector<std::uint64_t>{3, 6, 9};
        EXPECT_EQ(ends[1], wanted);
    }
}

}  // namespace
}  // namespace tapestry
