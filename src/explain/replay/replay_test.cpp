// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/replay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace tapestry {
namespace {

OperationThread thread(const std::string& path, std::vector<std::vector<ChannelOperation>> sets,
                       std::vector<Visit> visits) {
    OperationThread t;
    t.path = path;
    t.sets = std::move(sets);
    t.visits = std::move(visits);
    return t;
}

std::vector<Visit> times(std::size_t n, std::uint64_t delay) {
    return std::vector<Visit>(n, Visit{delay, 0, false});
}

// A gives a token every 2 cycles, B takes one every 5.
Operations pair_of(std::uint64_t capacity) {
    Operations o;
    o.channels = {{"q", capacity, 1, 1, capacity}};
    o.threads = {thread("a", {{{0, true, 0}}}, times(10, 2)),
                 thread("b", {{{0, false, 0}}}, times(10, 5))};
    return o;
}

TEST(Replay, WaitsForRoomAndForBeats) {
    std::vector<std::vector<std::uint64_t>> ends;
    const Replay replay(pair_of(2));
    const Replayed replayed = replay.run(replay.recorded_settings(), &ends);
    EXPECT_TRUE(replayed.stuck.empty());
    // B: 5, 10, 15, ...; A: 2, 4, then a cycle after each pop.
    EXPECT_EQ(ends[0], (std::vector<std::uint64_t>{2, 4, 6, 11, 16, 21, 26, 31, 36, 41}));
    EXPECT_EQ(ends[1].back(), 50u);
    EXPECT_EQ(replay.events(), 20u);
}

// A handshake without a queue: both visits, with all their operations, move in the same cycle.
TEST(Replay, MovesHandshakesTogether) {
    Operations o;
    o.channels = {{"direct", 0, 0, 0, 0}, {"q", 1, 1, 1, 1}};
    o.threads = {thread("a", {{{0, true, 0}}}, times(5, 3)),
                 thread("passes", {{{0, false, 0}, {1, true, 0}}}, times(5, 1)),
                 thread("b", {{{1, false, 0}}}, times(5, 7))};
    std::vector<std::vector<std::uint64_t>> ends;
    const Replay replay(o);
    EXPECT_TRUE(replay.run(replay.recorded_settings(), &ends).stuck.empty());
    EXPECT_EQ(ends[0], ends[1]);
    EXPECT_EQ(ends[0], (std::vector<std::uint64_t>{3, 8, 15, 22, 29}));
    EXPECT_EQ(ends[2].back(), 35u);
}

// A fork that gives each side its token as soon as that side has a free entry.
TEST(Replay, GivesGroupsInTheirOwnTime) {
    Operations o;
    o.channels = {{"x", 1, 1, 1, 1}, {"y", 1, 1, 1, 1}, {"in", 9, 1, 1, 9}};
    o.threads = {thread("source", {{{2, true, 0}}}, times(3, 1)),
                 thread("fork", {{{0, true, 0}, {1, true, 1}, {2, false, 0}}}, times(3, 1)),
                 thread("x", {{{0, false, 0}}}, times(3, 1)),
                 thread("y", {{{1, false, 0}}}, times(3, 10))};
    std::vector<std::vector<std::uint64_t>> ends;
    const Replay replay(o);
    replay.run(replay.recorded_settings(), &ends);
    EXPECT_EQ(ends[1], (std::vector<std::uint64_t>{2, 11, 21}));
    EXPECT_EQ(ends[2], (std::vector<std::uint64_t>{3, 5, 13}));  // x has its third at 12
    EXPECT_EQ(ends[3], (std::vector<std::uint64_t>{10, 20, 30}));
}

// The same where the fork takes its tokens straight from their source.
TEST(Replay, GivesGroupsOfAHandshake) {
    Operations o;
    o.channels = {{"x", 1, 1, 1, 1}, {"y", 1, 1, 1, 1}, {"in", 0, 0, 0, 0}};
    o.threads = {thread("source", {{{2, true, 0}}}, times(3, 2)),
                 thread("fork", {{{0, true, 0}, {1, true, 1}, {2, false, 0}}}, times(3, 1)),
                 thread("x", {{{0, false, 0}}}, times(3, 1)),
                 thread("y", {{{1, false, 0}}}, times(3, 10))};
    std::vector<std::vector<std::uint64_t>> ends;
    const Replay replay(o);
    EXPECT_TRUE(replay.run(replay.recorded_settings(), &ends).stuck.empty());
    EXPECT_EQ(ends[1], (std::vector<std::uint64_t>{2, 11, 21}));
    EXPECT_EQ(ends[0], ends[1]);
    EXPECT_EQ(ends[2],
              (std::vector<std::uint64_t>{3, 5, 14}));  // x has its second at 4, its third at 13
}

// A pipeline of three stages that stalls as a whole while its first beat is not taken.
TEST(Replay, StandsStillAsAWhole) {
    Operations o;
    o.channels = {{"in", 9, 1, 1, 9}, {"p (inside)", 0, 3, kRigid, 3}, {"out", 1, 1, 1, 1}};
    o.threads = {thread("source", {{{0, true, 0}}}, times(4, 1)),
                 thread("takes", {{{0, false, 0}, {1, true, 0}}}, times(4, 1)),
                 thread("gives", {{{1, false, 0}, {2, true, 0}}}, times(4, 1)),
                 thread("sink", {{{2, false, 0}}}, times(4, 10))};
    std::vector<std::vector<std::uint64_t>> ends;
    const Replay replay(o);
    EXPECT_TRUE(replay.run(replay.recorded_settings(), &ends).stuck.empty());
    // Due at 5, 6, ...: the second has no room before 11, so what is inside waits from 6 to 10.
    EXPECT_EQ(ends[1], (std::vector<std::uint64_t>{2, 3, 4, 5}));
    EXPECT_EQ(ends[2], (std::vector<std::uint64_t>{5, 11, 21, 31}));
}

// B takes all of p before q, A gives them in turn: p and q must hold what is between.
TEST(Replay, FindsDeadlocks) {
    Operations o;
    o.channels = {{"p", 8, 1, 1, 8}, {"q", 8, 1, 1, 8}};
    o.threads = {thread("a", {{{0, true, 0}}, {{1, true, 0}}}, {}),
                 thread("b", {{{0, false, 0}}, {{1, false, 0}}}, {})};
    for (std::uint32_t i = 0; i < 8; ++i) {
        o.threads[0].visits.push_back({1, i % 2, false});
        o.threads[1].visits.push_back({1, i / 4, false});
    }
    const Replay replay(o);
    std::vector<ChannelSetting> settings = replay.recorded_settings();
    EXPECT_TRUE(replay.run(settings).stuck.empty());
    settings[1].capacity = 3;
    EXPECT_TRUE(replay.run(settings).stuck.empty());
    settings[1].capacity = 2;
    const Replayed replayed = replay.run(settings);
    ASSERT_EQ(replayed.stuck.size(), 2u);
    EXPECT_EQ(replayed.stuck[0].channel, 1u);
    EXPECT_TRUE(replayed.stuck[0].for_room);
    EXPECT_EQ(replayed.stuck[0].on, 1u);
    EXPECT_EQ(replayed.stuck[1].channel, 0u);
    EXPECT_FALSE(replayed.stuck[1].for_room);
}

// A source that is still giving when the run ends is not stuck.
TEST(Replay, KnowsTheEndOfARecording) {
    Operations o = pair_of(8);
    o.threads[1].visits.resize(4);
    const Replay replay(o);
    std::vector<ChannelSetting> settings = replay.recorded_settings();
    settings[0].capacity = 2;
    const Replayed replayed = replay.run(settings);
    EXPECT_TRUE(replayed.stuck.empty());
    EXPECT_EQ(replayed.done, (std::vector<std::uint64_t>{6, 4}));
}

// The same, cycle by cycle: a chain of stages with queues of random depth and random work.
struct Stages {
    std::vector<std::vector<std::uint64_t>> work;  // by stage and token
    std::vector<std::uint64_t> depth;              // behind each stage but the last

    std::vector<std::vector<std::uint64_t>> simulate() const {
        const std::size_t n = work.size(), tokens = work[0].size();
        std::vector<std::vector<std::uint64_t>> fired(n);
        std::vector<std::uint64_t> ready(n);
        for (std::size_t s = 0; s < n; ++s) ready[s] = work[s][0];
        for (std::uint64_t now = 0; fired[n - 1].size() < tokens; ++now) {
            std::vector<bool> fires(n);
            for (std::size_t s = 0; s < n; ++s) {
                const std::size_t k = fired[s].size();
                const bool here = k < tokens && now >= ready[s];
                const bool has = s == 0 || fired[s - 1].size() > k;
                const bool room = s + 1 == n || k - fired[s + 1].size() < depth[s];
                fires[s] = here && has && room;
            }
            for (std::size_t s = 0; s < n; ++s) {
                if (!fires[s]) continue;
                fired[s].push_back(now);
                if (fired[s].size() < tokens) ready[s] = now + work[s][fired[s].size()];
            }
        }
        return fired;
    }

    Operations operations() const {
        Operations o;
        for (std::size_t s = 0; s < work.size(); ++s) {
            if (s + 1 < work.size()) o.channels.push_back({"q", depth[s], 1, 1, depth[s]});
            std::vector<ChannelOperation> set;
            const auto here = static_cast<std::uint32_t>(s);
            if (s > 0) set.push_back({here - 1, false, 0});
            if (s + 1 < work.size()) set.push_back({here, true, 0});
            OperationThread t = thread("s", {set}, {});
            for (const std::uint64_t cycles : work[s]) t.visits.push_back({cycles, 0, false});
            o.threads.push_back(t);
        }
        return o;
    }
};

TEST(Replay, IsWhatASimulationGives) {
    std::mt19937 random(3);
    for (int round = 0; round < 200; ++round) {
        Stages stages;
        stages.work.resize(2 + random() % 5);
        for (auto& work : stages.work)
            for (int token = 0; token < 60; ++token) work.push_back(1 + random() % 9);
        for (std::size_t s = 0; s + 1 < stages.work.size(); ++s)
            stages.depth.push_back(1 + random() % 6);
        std::vector<std::vector<std::uint64_t>> ends;
        const Replay replay(stages.operations());
        replay.run(replay.recorded_settings(), &ends);
        EXPECT_EQ(ends, stages.simulate());
    }
}

// B looks at what A gives, works for 3 cycles, and only then takes it.
TEST(Replay, LooksBeforeItTakes) {
    for (const std::uint64_t capacity : {0, 1}) {
        Operations o;
        o.channels = {{"c", capacity, 1, 1, capacity}};
        if (capacity == 0) o.channels[0] = {"c", 0, 0, 0, 0};
        o.threads = {thread("a", {{{0, true, 0}}}, times(2, 5)),
                     thread("b", {{{0, false, kLooks}}, {{0, false, 0}}},
                            {{0, 0, false}, {3, 1, false}, {1, 0, false}, {3, 1, false}})};
        std::vector<std::vector<std::uint64_t>> ends;
        const Replay replay(o);
        EXPECT_TRUE(replay.run(replay.recorded_settings(), &ends).stuck.empty());
        const auto wanted = capacity == 0 ? std::vector<std::uint64_t>{5, 8, 13, 16}
                                          : std::vector<std::uint64_t>{6, 9, 11, 14};
        EXPECT_EQ(ends[1], wanted);
    }
}

// A fork with room for one beat on one side, for a join that wants two of the other side first.
// Gives that do not wait for each other get through; where they do, all stops.
TEST(Replay, GivesToOneSideThoughTheOtherIsFull) {
    Operations o;
    o.channels = {{"a", 1, 1, 1, 1}, {"b", 4, 1, 1, 4}};
    o.threads = {
        thread("fork", {{{0, true, kPerhapsApart}, {1, true, kPerhapsApart + 1}}}, times(2, 1)),
        thread("join", {{{1, false, 0}}, {{0, false, 0}}},
               {{1, 0, false}, {1, 0, false}, {1, 1, false}, {1, 1, false}})};
    EXPECT_TRUE(has_open_forks(o));
    const Replay apart(o), together(o, true);
    EXPECT_TRUE(apart.run(apart.recorded_settings()).stuck.empty());
    EXPECT_EQ(together.run(together.recorded_settings()).stuck.size(), 2u);
}

}  // namespace
}  // namespace tapestry
