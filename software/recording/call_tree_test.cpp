// SPDX-License-Identifier: Apache-2.0
#include "software/recording/call_tree.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

enum State : std::uint32_t { outer, inner, wait };

HostVisit visit(std::uint64_t start, std::uint64_t end, std::uint64_t bytes = 0) {
    return {0, 0, start, end, bytes};
}

// outer [0,100) holds inner [10,30) on line 1, inner [30,30) and inner [40,60) on line 2, and the
// last one wait [45,50); then a second outer [100,100). They are added from the end to the start.
class CallTreeTest : public testing::Test {
protected:
    void SetUp() override {
        constexpr std::uint32_t none = CallTree::kNoPath;
        tree_.add(tree_.path_of(none, outer, 0), visit(100, 100));
        const std::uint32_t whole = tree_.path_of(none, outer, 0);
        tree_.add(whole, visit(0, 100));
        const std::uint32_t second = tree_.path_of(whole, inner, 2);
        tree_.add(second, visit(40, 60, 8));
        tree_.add(tree_.path_of(second, wait, 0), visit(45, 50));
        tree_.add(second, visit(30, 30));
        tree_.add(tree_.path_of(whole, inner, 1), visit(10, 30, 4));
        tree_.add_own(whole, 60);
        paths_ = tree_.finish({"", "a.c:1", "a.c:2"}, visits_);
    }
    CallTree tree_;
    std::vector<CallPath> paths_;
    std::vector<HostVisit> visits_;
};

TEST_F(CallTreeTest, SumsEachPathTheLongestFirst) {
    ASSERT_EQ(paths_.size(), 4u);
    EXPECT_EQ(paths_[0], (CallPath{0, 0, -1, outer, "", 2, 100, 60, 0, 100, 0}));
    EXPECT_EQ(paths_[1], (CallPath{0, 1, 0, inner, "a.c:1", 1, 20, 0, 20, 20, 4}));
    EXPECT_EQ(paths_[2], (CallPath{0, 2, 0, inner, "a.c:2", 2, 20, 0, 0, 20, 8}));
    EXPECT_EQ(paths_[3], (CallPath{0, 3, 2, wait, "", 1, 5, 0, 5, 5, 0}));
}

TEST_F(CallTreeTest, VisitsAreInTheOrderOfTimeTheOuterOneFirst) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> seen;
    for (const HostVisit& v : visits_) seen.emplace_back(v.start_ns, v.path);
    const std::vector<std::pair<std::uint64_t, std::uint64_t>> wanted = {
        {0, 0}, {10, 1}, {30, 2}, {40, 2}, {45, 3}, {100, 0}};
    EXPECT_EQ(seen, wanted);
}

TEST(CallTree, ThousandsOfVisitsKeepTheirSumsOnly) {
    CallTree tree;
    for (std::uint64_t i = 200'001; i > 0; --i)
        tree.add(tree.path_of(CallTree::kNoPath, outer, 0), visit(2 * i, 2 * i + 1));
    std::vector<HostVisit> visits;
    const std::vector<CallPath> paths = tree.finish({""}, visits);
    EXPECT_TRUE(visits.empty());
    ASSERT_EQ(paths.size(), 1u);
    EXPECT_EQ(paths[0].entries, 200'001u);
    EXPECT_EQ(paths[0].inclusive_ns, 200'001u);
}

// Recursion of any kind does not make a path for each depth and line without end.
TEST(CallTree, FurtherPathsAreCountedInWhatEnclosesThem) {
    CallTree tree;
    const std::uint32_t root = tree.path_of(CallTree::kNoPath, outer, 0);
    std::uint32_t last = root;
    for (std::uint32_t site = 1; site < (1u << 16) + 10; ++site)
        last = tree.path_of(root, inner, site);
    EXPECT_EQ(last, root);
    EXPECT_NE(tree.path_of(CallTree::kNoPath, wait, 0), CallTree::kNoPath);
}

}  // namespace
}  // namespace tapestry
