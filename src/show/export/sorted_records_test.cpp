// SPDX-License-Identifier: Apache-2.0
#include "show/export/sorted_records.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <tuple>

namespace tapestry {
namespace {

std::vector<std::string> lines_of(SortedRecords& records) {
    std::vector<std::string> lines;
    EXPECT_TRUE(records.each([&](std::string_view line) { lines.emplace_back(line); }));
    return lines;
}

TEST(SortedRecords, AreInTheOrderOfTimeAndType) {
    SortedRecords records;
    records.add(5, 1, "c");
    records.add(3, 2, "b");
    records.add(3, 1, "a");
    records.add(5, 1, "d");
    EXPECT_EQ(lines_of(records), (std::vector<std::string>{"a", "b", "c", "d"}));
}

TEST(SortedRecords, NoneAreNone) {
    SortedRecords records;
    EXPECT_TRUE(lines_of(records).empty());
}

// More than a hundred files of a batch each, and many equal times: as a stable sort has them.
TEST(SortedRecords, ThatDoNotFitIntoABatchAreTheSame) {
    SortedRecords records(2000);
    std::mt19937 random(1);
    std::vector<std::tuple<std::uint64_t, std::uint32_t, std::string>> want;
    for (int i = 0; i < 20'000; ++i) {
        const std::uint64_t time = random() % 1000;
        const std::uint32_t type = 1 + random() % 3;
        const std::string line = std::to_string(i) + std::string(random() % 20, 'x') + "\n";
        records.add(time, type, line);
        want.emplace_back(time, type, line);
    }
    std::stable_sort(want.begin(), want.end(), [](const auto& a, const auto& b) {
        return std::tie(std::get<0>(a), std::get<1>(a)) < std::tie(std::get<0>(b), std::get<1>(b));
    });
    const std::vector<std::string> got = lines_of(records);
    ASSERT_EQ(got.size(), want.size());
    for (std::size_t i = 0; i < got.size(); ++i) ASSERT_EQ(got[i], std::get<2>(want[i])) << i;
}

}  // namespace
}  // namespace tapestry
