// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/thread_visits.h"

#include <gtest/gtest.h>

#include "explain/replay/elastic.h"
#include "explain/replay/made_handshake.h"

namespace tapestry {
namespace {

std::string text_of_visits(const ThreadVisits& made) {
    std::string out;
    std::size_t stall = 0;
    for (const Visit& v : made.thread.visits) {
        out += std::to_string(v.delay);
        if (v.blocked) out += "+" + std::to_string(made.thread.stalls[stall++]);
        out += ":";
        for (const ChannelOperation& o : made.thread.sets[v.set])
            out += (o.push ? "w" : "r") + std::to_string(o.channel) +
                   (o.group > 0 ? "'" + std::to_string(o.group) : "");
        out += " ";
    }
    return out;
}

TEST(ThreadVisits, StopTheClockWhileTheThreadWaits) {
    const RecordedHandshake in = handshake("ssT....ssT...."), out = handshake(".....bT......T");
    const ThreadVisits made = visits_of({{&in, 0, false}, {&out, 1, true}});
    EXPECT_EQ(text_of_visits(made), "0+2:r0 3+1:w1 1+2:r0 4:w1 ");
    EXPECT_EQ(made.ends, (std::vector<std::uint64_t>{2, 6, 9, 13}));
    EXPECT_EQ(made.overlaps, 0u);
    EXPECT_EQ(made.choices, 0u);
    EXPECT_EQ(made.thread.guessed, 0u);
}

// Each beat is given three times, and taken with the last.
TEST(ThreadVisits, SeeWhatTheyTakeLater) {
    const RecordedHandshake in = handshake("...bbTbbT..bbT"), out = handshake("sssTTTTTTssTTT");
    const ThreadVisits made = visits_of({{&in, 0, false}, {&out, 1, true}});
    ASSERT_EQ(made.thread.sets.size(), 2u);
    ASSERT_EQ(made.thread.sets[0].size(), 2u);
    EXPECT_EQ(made.thread.sets[0][0].group, kLooks);
    EXPECT_EQ(made.thread.sets[1][0].group, 0u);
    std::string delays;
    for (const Visit& v : made.thread.visits)
        delays += std::to_string(v.delay) + (v.blocked ? "+" : "") + " ";
    EXPECT_EQ(delays, "0+ 1 1 1 1 1 1+ 1 1 ");
    EXPECT_EQ(made.thread.guessed, 0u);
    EXPECT_EQ(made.overlaps, 0u);
}

// It gives what it has taken; that the next beat is there is no matter.
TEST(ThreadVisits, DoNotSeeWhatComesNext) {
    const RecordedHandshake in = handshake(".TbbbbTbbbb"), out = handshake("sssssTssssT");
    const ThreadVisits made = visits_of({{&in, 0, false}, {&out, 1, true}});
    EXPECT_EQ(text_of_visits(made), "1:r0 4:w1 1:r0 4:w1 ");
    EXPECT_EQ(made.thread.guessed, 0u);
}

// It gave before it took, but not in the cycle in which the beat came: nobody knows why.
TEST(ThreadVisits, SayWhereNothingTellsWhatTheySee) {
    const RecordedHandshake in = handshake(".bbbTbbT"), out = handshake("sssTTsTT");
    EXPECT_GT(visits_of({{&in, 0, false}, {&out, 1, true}}).thread.guessed, 0u);
}

TEST(ThreadVisits, PassBeatsStraightOn) {
    const RecordedHandshake in = handshake("ssTTbT"), out = handshake("ssTTbT");
    const ThreadVisits made = visits_of({{&in, 0, false}, {&out, 1, true}});
    EXPECT_EQ(text_of_visits(made), "0+2:r0w1 1:r0w1 1+1:r0w1 ");
    EXPECT_EQ(made.overlaps, 0u);
}

TEST(ThreadVisits, GiveToEachSideWhenItCan) {
    const RecordedHandshake in = handshake("sbbTT"), a = handshake("sTssT"), b = handshake("sbbTT");
    const ThreadVisits made = visits_of({{&in, 0, false}, {&a, 1, true}, {&b, 2, true}});
    EXPECT_EQ(text_of_visits(made), "0+3:r0w1w2'1 1:r0w1w2'1 ");
    EXPECT_EQ(made.ends, (std::vector<std::uint64_t>{3, 4}));
    EXPECT_EQ(made.overlaps, 0u);
}

TEST(ThreadVisits, DoNotKnowHowAForkGivesThatNeverWaited) {
    const RecordedHandshake in = handshake("TT"), a = handshake("TT"), b = handshake("TT");
    const ThreadVisits open = visits_of({{&in, 0, false}, {&a, 1, true}, {&b, 2, true}});
    EXPECT_TRUE(is_perhaps_apart(open.thread.sets[0][1].group));
    // A could move and does not, while B is full: they move together.
    const RecordedHandshake waits = handshake("bT"), held = handshake("sT"), full = handshake("bT");
    const ThreadVisits known = visits_of({{&waits, 0, false}, {&held, 1, true}, {&full, 2, true}});
    EXPECT_EQ(text_of_visits(known), "0+1:r0w1w2 ");
}

TEST(ThreadVisits, LookAtABeatAndLeaveIt) {
    const RecordedHandshake in = handshake("..bbT");
    MachineWaits machine;
    machine.stretches = {{0, true}, {2, false}};
    machine.states = {{{&in, true}}};
    machine.looks = {{2, 0}};
    const ThreadVisits made = visits_of({{&in, 0, false}}, &machine);
    EXPECT_EQ(made.ends, (std::vector<std::uint64_t>{2, 4}));
    EXPECT_EQ(made.thread.sets[0][0].group, kLooks);
    EXPECT_EQ(made.thread.visits[1].delay, 2u);
    EXPECT_EQ(made.thread.stalls, (std::vector<std::uint64_t>{2}));
}

TEST(ThreadVisits, CountWhatDoesNotFit) {
    // It takes a beat while it waits to give another.
    const RecordedHandshake in = handshake("TTT..."), out = handshake(".bbbTT");
    EXPECT_GT(visits_of({{&in, 0, false}, {&out, 1, true}}).overlaps, 0u);
    // It takes whichever comes first.
    const RecordedHandshake a = handshake("sssTss"), b = handshake("sssssT");
    EXPECT_GT(visits_of({{&a, 0, false}, {&b, 1, false}}).choices, 0u);
    // It stops being ready for a while.
    const RecordedHandshake sink = handshake("ss..sT");
    EXPECT_GT(visits_of({{&sink, 0, false}}).overlaps, 0u);
}

// Ready comes with valid: what was waiting shows in how long it takes when a beat is there.
TEST(ThreadVisits, GuessWaitsThatAreNotShown) {
    const RecordedHandshake in = handshake(".T..bbT.......T");
    const ThreadVisits made = visits_of({{&in, 0, false}});
    EXPECT_EQ(text_of_visits(made), "1:r0 5:r0 5+3:r0 ");
    EXPECT_EQ(made.thread.guessed, 2u);
}

// A register behind a handshake: it takes the next beat while the last one goes.
TEST(ElasticBlock, ExplainsARegister) {
    const RecordedHandshake in = handshake("sTsTTbbTss"), out = handshake("ssTsTbbTTs");
    const std::vector<ThreadEnd> ends = {{&in, 0, false}, {&out, 1, true}};
    EXPECT_GT(visits_of(ends).overlaps, 0u);
    const std::optional<ElasticBlock> block = elastic_block(ends, 2);
    ASSERT_TRUE(block);
    EXPECT_EQ(block->wrong, 0u);
    EXPECT_EQ(block->inside.latency, 1u);
    EXPECT_EQ(block->inside.capacity, 1u);
    EXPECT_EQ(block->inside.room, 0u);
    EXPECT_EQ(block->reader.visits.size(), 4u);
    EXPECT_EQ(block->writer.visits.size(), 4u);
}

TEST(ElasticBlock, RefusesWhatGivesMoreThanItTakes) {
    const RecordedHandshake in = handshake("sTsss"), out = handshake("ssTTs");
    EXPECT_FALSE(elastic_block({{&in, 0, false}, {&out, 1, true}}, 2));
    EXPECT_FALSE(elastic_block({{&in, 0, false}}, 2));
}

// Behind its last beat what HLS makes waits for room once more, and then does something else; what
// it does next does not wait for that again.
TEST(ThreadVisits, OfHlsLookForRoomBehindTheirLastBeat) {
    const RecordedHandshake in = handshake("Tb....sssT"), out = handshake("TbbbsssssT");
    std::vector<ThreadEnd> ends = {{&in, 0, false}, {&out, 1, true}};
    for (ThreadEnd& end : ends) end.says_waiting = true;
    const ThreadVisits made = visits_of(ends);
    EXPECT_EQ(made.ends, (std::vector<std::uint64_t>{0, 4, 9}));
    EXPECT_EQ(made.overlaps, 0u);
    ASSERT_EQ(made.thread.sets.size(), 2u);
    EXPECT_EQ(made.thread.sets[1], (std::vector<ChannelOperation>{{1, true, kLooks}}));
    EXPECT_EQ(made.thread.visits[1].delay, 1u);
    EXPECT_EQ(made.thread.visits[2].delay, 2u);
    EXPECT_EQ(made.thread.stalls, (std::vector<std::uint64_t>{3, 3}));
}

}  // namespace
}  // namespace tapestry
