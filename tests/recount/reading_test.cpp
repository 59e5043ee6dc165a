// SPDX-License-Identifier: Apache-2.0
#include "reading.h"

#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>

#include "name.h"

namespace recount {
namespace {

std::map<std::string, Record> records_of(const std::string& text) {
    std::istringstream input(text);
    return read_last_records(input);
}

// ((2 * 31 + 0) * 31 + 2) * 31 + 1, and so on, by hand: 2, 62, 1924, 59645, 1848995.
constexpr const char* kSmall =
    "event tb.d.tap edges 2 reset_cycles 0 observed_cycles 2 end 1 saturated 0 sum 1848995\n";

TEST(Reading, WritesTheChecksum) {
    Record record{"event",
                  "tb.d.tap",
                  {{"edges", {2}},
                   {"reset_cycles", {0}},
                   {"observed_cycles", {2}},
                   {"end", {1}},
                   {"saturated", {0}}}};
    std::ostringstream output;
    write_record(output, record);
    EXPECT_EQ(output.str(), kSmall);
}

TEST(Reading, TheLastRecordOfAPathStands) {
    const auto records = records_of(
        "clock tb.d.clock edges 9 sum 9\n"
        "event tb.d.tap edges 1 sum 1\n"
        "event tb.d.tap edges 7 sum 7\n");
    ASSERT_EQ(records.size(), 1u);
    EXPECT_EQ(records.at("tb.d.tap").words[0].second[0], 7u);
}

TEST(Reading, APathMayHoldABlank) {
    const auto records = records_of("event tb.\\a/b .tap edges 1 sum 1\n");
    EXPECT_EQ(records.begin()->first, "tb.\\a/b .tap");
}

TEST(Reading, WhatIsNoRecordIsRefused) {
    EXPECT_THROW(records_of("event tb.d.tap 3\n"), std::runtime_error);
    EXPECT_THROW(records_of("event tb.d.tap edges 3\n"), std::runtime_error);
}

TEST(Reading, EqualReadingsHaveNoDifferences) {
    EXPECT_TRUE(differences(records_of(kSmall), records_of(kSmall)).empty());
}

TEST(Reading, DifferencesNameTheWordAndTheRow) {
    const auto a = records_of(
        "fsm p edges 5 state 0 5 1 0 5 transition 0 1 3 sum 0\n"
        "event only_a edges 1 sum 1\n");
    const auto b = records_of("fsm p edges 5 state 0 5 1 2 5 histogram 4 9 sum 0\n");
    const std::vector<std::string> wanted{
        "only_a, record, there, -",   "p, checksum, wrong, wrong", "p, histogram 4, -, 9",
        "p, state 0 min_dwell, 0, 2", "p, transition 0 1, 3, -",
    };
    EXPECT_EQ(differences(a, b), wanted);
}

TEST(Name, SplitsAtDotsButNotInsideEscapedNames) {
    const std::vector<std::string> wanted{"dut", "lane[0]", "a.b/c", "state"};
    EXPECT_EQ(split_name("dut.lane[0].\\a.b/c .state"), wanted);
}

TEST(Name, ReplacesWholePartsOnly) {
    EXPECT_EQ(replace_prefix("dut.u_a.tap", "dut", "tb.u_dut"), "tb.u_dut.u_a.tap");
    EXPECT_EQ(replace_prefix("dut2.tap", "dut", "tb"), "dut2.tap");
    EXPECT_EQ(replace_prefix("tb.d.tap", "tb.d", ""), "tap");
}

}  // namespace
}  // namespace recount
