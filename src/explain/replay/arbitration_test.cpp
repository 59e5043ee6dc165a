// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/arbitration.h"

#include <gtest/gtest.h>

#include "explain/replay/arbiter_threads.h"
#include "explain/replay/made_handshake.h"
#include "explain/replay/replay.h"

namespace tapestry {
namespace {

using Policies = std::vector<ChoicePolicy>;

// b: its beat waits; T: it is taken.
Policies policies_of(const std::string& a, const std::string& b) {
    const RecordedHandshake left = handshake(a), right = handshake(b);
    std::vector<Decision> decisions;
    for (std::size_t edge = 0; edge < a.size(); ++edge)
        if (a[edge] == 'T' || b[edge] == 'T') decisions.push_back({edge, a[edge] == 'T' ? 0u : 1u});
    Policies policies;
    for (const Arbitration& found : arbitrations_of(decisions, {{&left, 0}, {&right, 1}}))
        if (policies.empty() || policies.back() != found.policy) policies.push_back(found.policy);
    return policies;
}

TEST(Arbitration, TellsTurnsFromPriority) {
    EXPECT_EQ(policies_of("..T..TbT..", "TbbT..T.TT"), (Policies{ChoicePolicy::round_robin}));
    EXPECT_EQ(policies_of("TTT.TT..", "bbbTbbT."), (Policies{ChoicePolicy::priority}));
}

TEST(Arbitration, TellsWhatCameFirst) {
    EXPECT_EQ(policies_of("TbT..bT", "..bTbT."), (Policies{ChoicePolicy::oldest}));
}

TEST(Arbitration, KeepsAllThatExplainWhatWasSeen) {
    const Policies all = policies_of("T..T....", "..T..T..");
    EXPECT_EQ(all, (Policies{ChoicePolicy::round_robin, ChoicePolicy::priority,
                             ChoicePolicy::oldest, ChoicePolicy::recorded}));
}

TEST(Arbitration, FindsNoneWhereNoneFits) {
    EXPECT_TRUE(policies_of("TbTTbbT.T", "bTbbTTbT.").empty());
}

OperationThread made_thread(const std::string& path,
                            std::vector<std::vector<ChannelOperation>> sets,
                            std::vector<Visit> visits) {
    OperationThread t;
    t.path = path;
    t.sets = std::move(sets);
    t.visits = std::move(visits);
    return t;
}

// Two clients give to an arbiter that takes 4 cycles for a beat of a and 1 for one of b; what it
// gives goes to a reader that works 6 cycles on a beat of a and 2 on one of b.
Operations shared(ChoicePolicy policy) {
    Operations o;
    o.channels = {{"a", 4, 1, 1, 4}, {"b", 4, 1, 1, 4}, {"out", 4, 1, 1, 4}};
    o.threads = {
        made_thread("client_a", {{{0, true, 0}}}, std::vector<Visit>(3, Visit{5, 0, false})),
        made_thread("client_b", {{{1, true, 0}}}, std::vector<Visit>(3, Visit{3, 0, false})),
        made_thread("arbiter", {{{0, false, 0}}, {{1, false, 0}}, {{2, true, 0}}}, {}),
        made_thread("reader", {{{2, false, 0}}, {}}, {})};
    o.threads[3].sets = {{{2, false, 0}}, {{2, false, kLooks}}};
    for (const std::uint32_t from : {0, 1, 0, 1, 0, 1}) {
        o.threads[2].visits.push_back({1, from, false});
        o.threads[2].visits.push_back({from == 0 ? 4u : 1u, 2, false});
        o.threads[3].visits.push_back({1, 1, false});
        o.threads[3].visits.push_back({from == 0 ? 6u : 2u, 0, false});
    }
    o.threads[2].arbitrations = {{policy, {0, 1}}};
    return o;
}

TEST(Arbitration, TakesWhatComesFirstAndKeepsWhatBelongsToABeat) {
    const Replay replay(shared(ChoicePolicy::priority));
    std::vector<std::vector<std::uint64_t>> ends;
    const Replayed replayed = replay.run(replay.recorded_settings(), &ends);
    EXPECT_TRUE(replayed.stuck.empty());
    EXPECT_FALSE(replayed.misordered);
    // b comes at 3, a at 5, b at 6, b at 9, a at 10 and 15; each can be taken a cycle later.
    EXPECT_EQ(ends[2], (std::vector<std::uint64_t>{4, 5, 6, 10, 11, 15, 16, 20, 21, 22, 23, 24}));
    // The reader works 2 cycles on what came of b, 6 on what came of a.
    EXPECT_EQ(ends[3], (std::vector<std::uint64_t>{6, 8, 11, 17, 18, 24, 25, 31, 32, 34, 35, 37}));
}

TEST(Arbitration, GivesEachItsTurn) {
    const Replay replay(shared(ChoicePolicy::round_robin));
    std::vector<std::vector<std::uint64_t>> ends;
    EXPECT_TRUE(replay.run(replay.recorded_settings(), &ends).stuck.empty());
    // b at 4, a at 6, b at 11 though a is there too, a at 13, b, a.
    EXPECT_EQ(ends[2], (std::vector<std::uint64_t>{4, 5, 6, 10, 11, 12, 13, 17, 18, 19, 20, 24}));
}

// In the recording a beat of b goes in the same cycle as one of a. Here b comes late, and the next
// beat of a cannot go before the next cycle.
TEST(Arbitration, TakesBeatsOfOneChannelInDifferentCycles) {
    Operations o;
    o.channels = {{"a", 4, 1, 1, 4}, {"b", 4, 1, 1, 4}};
    o.threads = {
        made_thread("client_a", {{{0, true, 0}}}, std::vector<Visit>(3, Visit{1, 0, false})),
        made_thread("client_b", {{{1, true, 0}}}, std::vector<Visit>(2, Visit{20, 0, false})),
        made_thread("taker", {{{0, false, 0}}, {{1, false, 0}}},
                    {{5, 0, false}, {0, 1, false}, {5, 0, false}, {0, 1, false}, {1, 0, false}})};
    o.threads[2].arbitrations = {{ChoicePolicy::priority, {0, 1}}};
    const Replay replay(o);
    std::vector<std::vector<std::uint64_t>> ends;
    EXPECT_TRUE(replay.run(replay.recorded_settings(), &ends).stuck.empty());
    EXPECT_EQ(ends[2], (std::vector<std::uint64_t>{5, 6, 11, 21, 41}));
}

// A block without a machine passes straight on what it chooses: a first.
TEST(Arbitration, OfABlockWithoutAMachine) {
    const RecordedHandshake a = handshake("..TT..T..bT..."), b = handshake("..bbT.bT.T....");
    const RecordedHandshake out = handshake("ssTTTsTTsTTsss");
    const auto made = arbiter_threads({{&a, 0, false}, {&b, 1, false}, {&out, 2, true}}, 3);
    EXPECT_FALSE(made);  // at edge 9 b goes though a is there
    const RecordedHandshake c = handshake("..TT..T..TT..."), d = handshake("..bbT.bT...T..");
    const RecordedHandshake given = handshake("ssTTTsTTsTTTss");
    const auto found = arbiter_threads({{&c, 0, false}, {&d, 1, false}, {&given, 2, true}}, 3);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->taker.arbitrations.front().policy, ChoicePolicy::priority);
    EXPECT_EQ(found->taker.arbitrations.front().channels, (std::vector<std::uint32_t>{0, 1}));
}

}  // namespace
}  // namespace tapestry
