// SPDX-License-Identifier: Apache-2.0
#include "run/board/trace_tally.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

struct Board {
    Tap tap;
    LinkMap link;

    explicit Board(std::uint32_t width, std::uint32_t counter_width) {
        tap.own = TracePart{width, {"edge", 1, 1, 2, 0}, {}};
        link.counter_width = counter_width;
    }
};

std::vector<std::uint64_t> edges_and_values(const ReadingRecord& record) {
    std::vector<std::uint64_t> out;
    for (const TraceRecord& row : record.trace) {
        out.push_back(row.edge);
        out.push_back(row.value);
    }
    return out;
}

using Words = std::vector<std::uint64_t>;

TEST(TraceTally, TellsTheEdgesOfRecords) {
    const Board board(8, 16);
    TraceTally tally(board.tap, board.link);
    // reset, other, lost, kept, number; time and value of each
    ASSERT_TRUE(tally.take(Words{1, 99, 4, 2, 2, 65530, 7, 3, 8, 0, 0}));
    ReadingRecord record;
    tally.write(100000, 100000, record);  // 100000 is 34464 modulo 2^16
    EXPECT_EQ(edges_and_values(record), (Words{65530, 7, 65539, 8}));
    EXPECT_EQ(record.number("records"), 2U);
    EXPECT_EQ(record.number("lost"), 4U);
}

TEST(TraceTally, CountsWhatGotLostOnTheWay) {
    const Board board(8, 16);
    TraceTally tally(board.tap, board.link);
    ASSERT_TRUE(tally.take(Words{0, 0, 65535, 65535, 1, 5, 1, 0, 0, 0, 0}));
    // Two more were kept than came, and the counts went round.
    ASSERT_TRUE(tally.take(Words{0, 0, 1, 2, 1, 9, 2, 0, 0, 0, 0}));
    ReadingRecord record;
    tally.write(50, 50, record);
    EXPECT_EQ(edges_and_values(record), (Words{5, 1, 9, 2}));
    EXPECT_EQ(record.number("lost"), 65537U + (65538U - 2U));
    EXPECT_EQ(record.trace[1].record, 1U);
    ReadingRecord again;
    tally.write(60, 60, again);
    EXPECT_TRUE(again.trace.empty()) << "each record is told once";
    EXPECT_EQ(again.number("records"), 2U);
}

TEST(TraceTally, WideValuesComeInSeveralWords) {
    const Board board(40, 16);  // time and three words of value
    TraceTally tally(board.tap, board.link);
    ASSERT_TRUE(tally.take(Words{0, 9, 0, 1, 1, 3, 0x1111, 0x2222, 0x33, 0, 0, 0, 0, 0, 0, 0, 0}));
    ReadingRecord record;
    tally.write(9, 9, record);
    EXPECT_EQ(edges_and_values(record), (Words{3, 0x3322221111}));
}

TEST(TraceTally, BeginsWhereTheRunBegins) {
    const Board board(8, 16);
    TraceTally tally(board.tap, board.link);
    ASSERT_TRUE(tally.take(Words{0, 0, 3, 2, 2, 5, 1, 6, 2, 0, 0}));
    tally.set_base();
    ASSERT_TRUE(tally.take(Words{0, 0, 4, 4, 2, 19, 1, 40, 2, 0, 0}));
    ReadingRecord record;
    tally.write(30, 50, record);  // the run began at edge 20
    EXPECT_EQ(edges_and_values(record), (Words{20, 2}));
    EXPECT_EQ(record.number("lost"), 2U);
}

TEST(TraceTally, RefusesMoreRecordsThanThereAre) {
    const Board board(8, 16);
    TraceTally tally(board.tap, board.link);
    EXPECT_FALSE(tally.take(Words{0, 0, 0, 4, 4, 1, 1, 2, 2, 3, 3}));
}

}  // namespace
}  // namespace tapestry
