// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/thread_waits.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

// A gives a beat every `work` cycles into a queue of `capacity`; B takes each, and gives it on 5
// cycles after the last.
Operations chain(std::uint64_t work, std::uint64_t capacity) {
    Operations all;
    all.channels = {{"q", capacity, 1, 1, capacity}, {"out", 0, 0, 0, 0}};
    all.threads.resize(3);
    all.threads[0] = {"a", 0, {{{0, true, 0}}}, {}, {}};
    all.threads[1] = {"b", 0, {{{0, false, 0}, {1, true, 0}}}, {}, {}};
    all.threads[2] = {"(sink of out)", 0, {{{1, false, 0}}}, {}, {}};
    for (int i = 0; i < 10; ++i) {
        all.threads[0].visits.push_back({work, 0, false});
        all.threads[1].visits.push_back({5, 0, false});
        all.threads[2].visits.push_back({1, 0, false});
    }
    return all;
}

ReplayWaits waits(const Operations& operations) {
    const Replay replay(operations);
    std::vector<std::vector<std::uint64_t>> ends;
    replay.run(replay.recorded_settings(), &ends);
    return waits_of(operations, {}, replay.recorded_settings(), ends);
}

TEST(ThreadWaits, AreForBeatsOrForRoom) {
    const std::vector<Waits> slow = waits(chain(8, 2)).threads, quick = waits(chain(1, 2)).threads;
    // Beat n is there at cycle 8 n + 1, and B is ready 5 cycles after the last.
    EXPECT_EQ(slow[0].send, 0u);
    EXPECT_EQ(slow[1].receive, 4u + 9 * 3);
    EXPECT_EQ(slow[1].send, 0u);
    EXPECT_EQ(slow[2].receive, 8u + 9 * 7);
    // Behind the first two, each has to wait for its place: 4 of 5 cycles.
    EXPECT_GT(quick[0].send, 20u);
    EXPECT_EQ(quick[0].receive, 0u);
    EXPECT_EQ(quick[1].receive, 0u);
    EXPECT_EQ(quick[1].send, 0u);
}

// The same when the outside takes a beat every 9 cycles: now B waits to give.
TEST(ThreadWaits, OfWhatGivesByHandAreForTheOtherEnd) {
    Operations all = chain(1, 2);
    for (Visit& v : all.threads[2].visits) v.delay = 9;
    const std::vector<Waits> slow = waits(all).threads;
    EXPECT_EQ(slow[1].receive, 0u);
    EXPECT_EQ(slow[1].send, 10u * 4);
    EXPECT_EQ(slow[2].receive + slow[2].send, 0u);
}

// At a queue the one end waits for beats, or the other for room.
TEST(ThreadWaits, AreKnownByChannel) {
    const ReplayWaits slow = waits(chain(8, 2)), quick = waits(chain(1, 2));
    EXPECT_EQ(slow.channels[0]->receive, slow.threads[1].receive);
    EXPECT_EQ(slow.channels[0]->send, 0u);
    EXPECT_EQ(quick.channels[0]->receive, 0u);
    EXPECT_EQ(quick.channels[0]->send, quick.threads[0].send);
}

// Whoever chooses may have waited for either.
TEST(ThreadWaits, OfAChoiceAreOfNoChannel) {
    Operations all = chain(8, 2);
    all.threads[1].arbitrations = {{ChoicePolicy::priority, {0}}};
    const ReplayWaits chosen = waits(all);
    EXPECT_FALSE(chosen.channels[0]);
    EXPECT_FALSE(chosen.channels[1]);
}

}  // namespace
}  // namespace tapestry
