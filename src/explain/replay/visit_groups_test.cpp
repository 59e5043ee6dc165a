// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/visit_groups.h"

#include <gtest/gtest.h>

#include "explain/replay/made_handshake.h"
#include "explain/replay/replay.h"

namespace tapestry {
namespace {

std::vector<ThreadEnd> of_hls(std::vector<ThreadEnd> ends) {
    for (ThreadEnd& end : ends) end.says_waiting = true;
    return ends;
}

std::vector<std::uint32_t> groups(const ThreadVisits& made, std::size_t set = 0) {
    std::vector<std::uint32_t> all;
    for (const ChannelOperation& o : made.thread.sets[set]) all.push_back(o.group);
    return all;
}

// It takes while what it gives has to wait, and shows then that there is nothing more to take.
TEST(VisitGroups, TakesGoBeforeWhatWaits) {
    const RecordedHandshake in = handshake("sTssTT"), out = handshake(".bbTTT");
    const ThreadVisits made = visits_of(of_hls({{&in, 0, false}, {&out, 1, true}}));
    EXPECT_EQ(made.ends, (std::vector<std::uint64_t>{3, 4, 5}));
    EXPECT_EQ(made.overlaps, 0u);
    EXPECT_EQ(groups(made), (std::vector<std::uint32_t>{1, 2}));
    EXPECT_EQ(made.thread.stalls, (std::vector<std::uint64_t>{3}));
}

// What could be taken is not, while what is given with it has to wait; the third goes alone.
TEST(VisitGroups, AreThoseThatWaitForEachOther) {
    const RecordedHandshake in = handshake("bbT"), out = handshake("bbT"), end = handshake("Tss");
    const ThreadVisits made =
        visits_of(of_hls({{&in, 0, false}, {&out, 1, true}, {&end, 2, true}}));
    EXPECT_EQ(made.thread.visits.size(), 1u);
    EXPECT_EQ(groups(made), (std::vector<std::uint32_t>{1, 1, 2}));
}

TEST(VisitGroups, OfWhatNeverWaitedAreNotKnown) {
    const RecordedHandshake in = handshake("TT"), out = handshake("TT");
    for (const std::uint32_t group : groups(visits_of(of_hls({{&in, 0, false}, {&out, 1, true}}))))
        EXPECT_TRUE(is_perhaps_apart(group));
}

// Two are waited for: which of them holds the third is not known.
TEST(VisitGroups, DoNotGuessWhichOfSeveralHolds) {
    const RecordedHandshake a = handshake("bT"), b = handshake("bT"), c = handshake("sT");
    const ThreadVisits made = visits_of(of_hls({{&a, 0, true}, {&b, 1, true}, {&c, 2, true}}));
    for (const std::uint32_t group : groups(made)) EXPECT_TRUE(is_perhaps_apart(group));
}

// A source of 2 cycles a beat, a sink of 6: in between a stage takes and gives.
Operations stage(std::uint32_t take, std::uint32_t give) {
    Operations o;
    o.channels = {{"in", 1, 1, 1, 1}, {"out", 1, 1, 1, 1}};
    o.threads.resize(3);
    o.threads[0].sets = {{{0, true, 0}}};
    o.threads[1].sets = {{{0, false, take}, {1, true, give}}};
    o.threads[2].sets = {{{1, false, 0}}};
    const std::uint64_t delays[] = {2, 1, 6};
    for (std::size_t t = 0; t < 3; ++t) o.threads[t].visits.assign(4, {delays[t], 0, false});
    return o;
}

// The sink takes at 6, 12, 18, 24. The stage gives at 3, 7, 13, 19. Going apart, it takes the
// second beat at 5, two cycles before it can give, so that the source has room at 6.
TEST(VisitGroups, GoWhenTheyCanInAReplay) {
    std::vector<std::vector<std::uint64_t>> ends;
    const Replay apart(stage(1, 2));
    EXPECT_TRUE(apart.run(apart.recorded_settings(), &ends).stuck.empty());
    EXPECT_EQ(ends[0], (std::vector<std::uint64_t>{2, 4, 6, 9}));
    EXPECT_EQ(ends[1], (std::vector<std::uint64_t>{3, 7, 13, 19}));
    const Replay together(stage(0, 0));
    EXPECT_TRUE(together.run(together.recorded_settings(), &ends).stuck.empty());
    EXPECT_EQ(ends[0], (std::vector<std::uint64_t>{2, 4, 8, 14}));
    EXPECT_EQ(ends[1], (std::vector<std::uint64_t>{3, 7, 13, 19}));
    const Operations open = stage(kPerhapsApart, kPerhapsApart + 1);
    EXPECT_TRUE(has_open_forks(open));
    const Replay known(open, true);
    EXPECT_TRUE(known.run(known.recorded_settings(), &ends).stuck.empty());
    EXPECT_EQ(ends[0], (std::vector<std::uint64_t>{2, 4, 8, 14}));
}

// The outside takes one output at once, and the other, by hand, only every 5 cycles: the first goes
// when the stage is ready, and the visit ends with the second.
TEST(VisitGroups, LetWhatIsTakenAtOnceGo) {
    Operations o;
    o.channels = {{"end", 0, 0, kTakenAtOnce, 0}, {"out", 0, 0, 0, 0}};
    o.threads.resize(3);
    o.threads[0].sets = {{{0, true, 2}, {1, true, 1}}};
    o.threads[1].sets = {{{0, false, 0}}};
    o.threads[2].sets = {{{1, false, 0}}};
    const std::uint64_t delays[] = {1, 1, 5};
    for (std::size_t t = 0; t < 3; ++t) o.threads[t].visits.assign(3, {delays[t], 0, false});
    std::vector<std::vector<std::uint64_t>> ends;
    const Replay replay(o);
    EXPECT_TRUE(replay.run(replay.recorded_settings(), &ends).stuck.empty());
    EXPECT_EQ(ends[0], (std::vector<std::uint64_t>{5, 10, 15}));
    EXPECT_EQ(ends[1], (std::vector<std::uint64_t>{1, 6, 11}));
    EXPECT_EQ(ends[2], (std::vector<std::uint64_t>{5, 10, 15}));
}

}  // namespace
}  // namespace tapestry
