// SPDX-License-Identifier: Apache-2.0
#include "software/recording/sorted_list.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <random>

namespace tapestry {
namespace {

struct Item {
    std::uint64_t key = 0;
    std::uint64_t number = 0;
    bool operator==(const Item&) const = default;
};
struct ByKey {
    bool operator()(const Item& a, const Item& b) const { return a.key < b.key; }
};
using ItemList = SortedList<Item, ByKey>;

std::vector<Item> items_of(ItemList& list) {
    std::vector<Item> all;
    list.each([&](const Item& item) { all.push_back(item); });
    return all;
}

// Small batches, so that most of it is in the file.
TEST(SortedList, IsInOrderAndStableHoweverManyBatchesItHas) {
    for (const std::size_t count : {0u, 1u, 99u, 100u, 101u, 5000u, 20'000u}) {
        ItemList list(100 * sizeof(Item));
        std::mt19937 random(7);
        std::vector<Item> expected;
        for (std::size_t i = 0; i < count; ++i) {
            expected.push_back({random() % 50, i});
            list.add(expected.back());
        }
        std::stable_sort(expected.begin(), expected.end(), ByKey{});
        EXPECT_EQ(list.empty(), count == 0);
        EXPECT_EQ(items_of(list), expected) << count;
        EXPECT_EQ(items_of(list), expected) << "again, " << count;
    }
}

TEST(SortedList, MoreCanBeAddedAfterItWasRead) {
    ItemList list(3 * sizeof(Item));
    std::vector<Item> expected;
    for (std::uint64_t i = 0; i < 10; ++i) {
        list.add({10 - i, i});
        expected.insert(expected.begin(), {10 - i, i});
        EXPECT_EQ(items_of(list), expected);
    }
}

TEST(SortedList, WithoutRoomOnTheDiskItStaysInMemory) {
    rlimit before = {};
    getrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_IGN);
    rlimit small = before;
    small.rlim_cur = 10 * sizeof(Item) + 1;  // three batches, and a part of the fourth
    setrlimit(RLIMIT_FSIZE, &small);
    ItemList list(3 * sizeof(Item));
    std::vector<Item> expected;
    for (std::uint64_t i = 0; i < 100; ++i) {
        list.add({100 - i, i});
        expected.insert(expected.begin(), {100 - i, i});
    }
    EXPECT_EQ(items_of(list), expected);
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_DFL);
}

}  // namespace
}  // namespace tapestry
