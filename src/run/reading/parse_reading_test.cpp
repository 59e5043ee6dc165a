// SPDX-License-Identifier: Apache-2.0
#include "run/reading/parse_reading.h"

#include <gtest/gtest.h>

#include <random>

#include "base/codes/readings.h"
#include "run/reading/record_text.h"

namespace tapestry {
namespace {

std::string event_line(const std::string& path, std::uint64_t edges) {
    return record_text("event " + path, common_words(edges, 0) + " cycles_true 1");
}

const std::string kGood = event_line("tb.dut.good", 9);

// The good line, then `line`: the problem that the parser has with the second one.
std::string problem_of(const std::string& line) {
    Diagnostics diagnostics;
    const Result<Reading> reading = parse_reading(kGood + line, "r", diagnostics);
    EXPECT_TRUE(reading);
    if (!reading || diagnostics.all().empty()) return "none";
    EXPECT_EQ(reading->lost_records, 1u);
    EXPECT_EQ(diagnostics.all()[0].code, code::reading_line_lost);
    EXPECT_EQ(diagnostics.all()[0].place.line, 2u);
    return diagnostics.all()[0].sentence;
}

TEST(ParseReading, ReadsEveryKind) {
    const std::string text =
        record_text("clock tb.dut.tapestry_clock_0", "edges 12 end 1 clock 0 time 120000") +
        record_text("fsm tb.dut.f",
                    common_words(10, 2) + " state 0 5 2 1 3 state 2 3 1 0 3 transition 0 2 1") +
        record_text("stream tb.dut.s", common_words(10, 2) +
                                           " transfer_cycles 4 blocked_cycles 1 starved_cycles 2 "
                                           "idle_cycles 1 bytes 16 burst_histogram 2 1") +
        record_text("queue tb.dut.q", common_words(10, 2) + " pushes 3 histogram 0 8") +
        record_text("call tb.dut.c", common_words(10, 2) + " invocations 1 latency_histogram 3 1") +
        record_text("event tb.dut.e", common_words(10, 2) + " cycles_true 3") +
        record_text("value tb.dut.v", common_words(10, 2) + " samples 1 least 3 histogram 0 1");
    Diagnostics diagnostics;
    const Result<Reading> reading = parse_reading(text, "r", diagnostics);
    ASSERT_TRUE(reading);
    EXPECT_TRUE(diagnostics.all().empty());
    ASSERT_EQ(reading->records.size(), 7u);
    const ReadingRecord& fsm = reading->records[1];
    EXPECT_EQ(fsm.kind, "fsm");
    EXPECT_EQ(fsm.path, "tb.dut.f");
    EXPECT_EQ(fsm.line, 2u);
    EXPECT_EQ(fsm.number("observed_cycles"), 8u);
    EXPECT_EQ(fsm.words[6].numbers, (std::vector<std::uint64_t>{2, 3, 1, 0, 3}));
    EXPECT_EQ(reading->records[0].number("time"), 120000u);
}

TEST(ParseReading, TakesEscapedNamesBlankLinesAndCarriageReturns) {
    std::string text = "\n" + event_line("tb.\\a-b .dut.x", 3) + "\r\n" + kGood;
    text.insert(text.size() - 1, "\r");
    Diagnostics diagnostics;
    const Result<Reading> reading = parse_reading(text, "r", diagnostics);
    ASSERT_TRUE(reading);
    ASSERT_EQ(reading->records.size(), 2u);
    EXPECT_EQ(reading->lost_records, 0u);
    EXPECT_EQ(reading->records[0].path, "tb.\\a-b .dut.x");
}

TEST(ParseReading, LosesWhatIsNotWholeAndRight) {
    const std::string words = common_words(9, 0);
    EXPECT_EQ(problem_of(kGood), "none");
    EXPECT_EQ(problem_of(kGood.substr(0, kGood.size() - 1)), "record lost: the line has no end");
    EXPECT_EQ(problem_of("event tb.x " + words + " cycles_true 1 sum 5\n"),
              "record lost: its checksum is wrong");
    EXPECT_EQ(problem_of("event tb.x " + words + "\n"), "record lost: it has no checksum");
    EXPECT_EQ(problem_of(kGood.substr(0, kGood.size() - 1) + " more\n"),
              "record lost: text follows its checksum");
    EXPECT_EQ(problem_of("event\n"), "record lost: it has no path");
    EXPECT_EQ(problem_of("heap tb.x edges 1 sum 1\n"), "record lost: its kind is not known");
    EXPECT_EQ(problem_of(record_text("event tb.x", words + " pushes 3")),
              "record lost: it has a word that its kind does not know");
    EXPECT_EQ(problem_of(record_text("event tb.x", words + " edges 9")),
              "record lost: it has a word twice");
    EXPECT_EQ(problem_of(record_text("fsm tb.x", words + " state 1 9 1 1 1 state 0 0 0 0 0 "
                                                         "state 1 9 1 1 1")),
              "record lost: it has a row twice");
    EXPECT_EQ(problem_of(record_text("trace tb.x", words + " record 0 1 1 record 2 2 1")),
              "record lost: its rows are out of order");
    EXPECT_EQ(problem_of(record_text("event tb.x", "edges 9")),
              "record lost: it lacks a word that every record has");
    EXPECT_EQ(problem_of("event tb.x edges 18446744073709551616 sum 0\n"),
              "record lost: a number is missing, or too large");
    EXPECT_EQ(problem_of("event tb.x edges -1 sum 0\n"),
              "record lost: a number is missing, or too large");
    EXPECT_EQ(problem_of("event tb.x edges " + std::string(1 << 20, '9') + " sum 0\n"),
              "record lost: a number is missing, or too large");
}

// The checksum of packed rows is that of their numbers: 4 (of the first row), 40 6 0 3.
TEST(ParseReading, ReadsPackedRows) {
    const std::string head = common_words(99, 0);
    const auto packed = [&](const std::string& text, const std::string& numbers) {
        const std::string plain = record_text("trace tb.x", head + " packed 4 " + numbers);
        return "trace tb.x " + head + " packed 4 " + text + plain.substr(plain.rfind(" sum "));
    };
    Diagnostics diagnostics;
    const Result<Reading> reading = parse_reading(packed("X1603", "40 6 0 3"), "r", diagnostics);
    ASSERT_TRUE(reading);
    const std::vector<TraceRecord>& rows = reading->records[0].trace;
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].record, 4u);
    EXPECT_EQ(rows[0].edge, 40u);
    EXPECT_EQ(rows[0].value, 6u);
    EXPECT_EQ(rows[1].record, 5u);
    EXPECT_EQ(rows[1].edge, 40u);
    EXPECT_EQ(rows[1].value, 3u);
    EXPECT_EQ(problem_of(packed("X1604", "40 6 0 3")), "record lost: its checksum is wrong");
    for (const char* damaged : {"X160", "X", "X1 6", "~1", "ooooooooooooo01", "oooooooooooo@1"})
        EXPECT_EQ(problem_of(packed(damaged, "40 6 0 3")).substr(0, 12), "record lost:") << damaged;
    EXPECT_EQ(problem_of(packed("oooooooooooo71", "9223372036854775807 1")), "none");
    EXPECT_EQ(problem_of(packed("oooooooooooo7111", "9223372036854775807 1 1 1")),
              "record lost: its packed rows are damaged");
}

// Shares are computed from such numbers: a forged one near 2^64 would wrap in a sum.
TEST(ParseReading, LosesWhatNoRunCanHaveCounted) {
    constexpr std::uint64_t kMost = 0x7fff'ffff'ffff'ffff;
    EXPECT_EQ(problem_of(event_line("tb.x", kMost)), "none");
    for (const std::uint64_t edges : {kMost + 1, ~std::uint64_t{0} - 1, ~std::uint64_t{0}})
        EXPECT_EQ(problem_of(event_line("tb.x", edges)), "record lost: no run has so many edges");
    const std::string three_large_states =
        " state 0 12297829382473034410 1 1 1 state 1 12297829382473034410 1 1 1 state 2 "
        "12297829382473034411 1 1 1";
    EXPECT_EQ(problem_of(
                  record_text("fsm tb.x", common_words(~std::uint64_t{0}, 0) + three_large_states)),
              "record lost: no run has so many edges");
}

TEST(ParseReading, RefusesWhatIsNoReading) {
    for (const std::string& text : {std::string(), std::string("\n\n"), std::string(1 << 16, '\0'),
                                    std::string("hello\n"), kGood.substr(0, 20),
                                    std::string("\x7f"
                                                "ELF\x02\n\xff\xfe")}) {
        Diagnostics diagnostics;
        EXPECT_FALSE(parse_reading(text, "r", diagnostics));
        ASSERT_EQ(diagnostics.all().size(), 1u);
        EXPECT_EQ(diagnostics.all()[0].code, code::reading_malformed);
    }
}

TEST(ParseReading, NamesTheFirstLostLinesAndCountsTheRest) {
    std::string text = kGood;
    for (int i = 0; i < 100000; ++i) text += "x\n";
    Diagnostics diagnostics;
    const Result<Reading> reading = parse_reading(text, "r", diagnostics);
    ASSERT_TRUE(reading);
    EXPECT_EQ(reading->lost_records, 100000u);
    ASSERT_EQ(diagnostics.all().size(), 21u);
    EXPECT_EQ(diagnostics.all().back().sentence, "record lost: 99980 lines more");
}

// Random edits of a good reading: never a crash, and never a record that is not whole.
TEST(ParseReading, SurvivesMutations) {
    const std::string good =
        kGood +
        record_text("fsm tb.dut.f",
                    common_words(10, 2) + " state 0 5 2 1 3 state 2 3 1 0 3 transition 0 2 1") +
        record_text("queue tb.dut.q", common_words(10, 2) + " pushes 3 histogram 0 8") +
        record_text("trace tb.dut.t", common_words(10, 2) + " records 1 lost 0 record 0 8 1");
    std::mt19937 random(1);
    for (int round = 0; round < 20000; ++round) {
        std::string text = good;
        for (unsigned n = random() % 4 + 1; n > 0 && !text.empty(); --n) {
            const std::size_t at = random() % text.size();
            switch (random() % 4) {
                case 0:
                    text[at] = static_cast<char>(random());
                    break;
                case 1:
                    text.erase(at, random() % 9);
                    break;
                case 2:
                    text.insert(at, text.substr(random() % text.size(), random() % 40));
                    break;
                default:
                    text.resize(at + 1);
                    break;
            }
        }
        Diagnostics diagnostics;
        const Result<Reading> reading = parse_reading(text, "r", diagnostics);
        if (!reading) continue;
        for (const ReadingRecord& r : reading->records) EXPECT_FALSE(r.words.empty());
    }
}

}  // namespace
}  // namespace tapestry
