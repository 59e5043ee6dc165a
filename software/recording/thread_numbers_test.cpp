// SPDX-License-Identifier: Apache-2.0
#include "software/recording/thread_numbers.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

TapNumbers thread_with(const std::vector<std::string>& states) {
    TapNumbers n;
    n.tap.own = part_of(TapKind::fsm);
    for (const std::string& s : states) n.tap.machine().states.push_back({s, "0", "", ""});
    return n;
}

constexpr FrameGrid kGrid{50, 2, 100};

TEST(ThreadNumbers, TimeBelongsToTheInnermostState) {
    TapNumbers n = thread_with({"outer", "inner"});
    const ThreadNumbers t =
        count_thread(n, {{30, 40, 7, 1, 1}, {50, 60, 0, 1, 1}, {20, 80, 0, 0, 0}}, 10, 100, kGrid);
    EXPECT_EQ(n.observed_cycles, 90u);
    EXPECT_EQ(n.reset_cycles, 10u);
    EXPECT_EQ(n.states[0].cycles, 40u);
    EXPECT_EQ(n.states[0].entries, 1u);
    EXPECT_EQ(n.states[1].cycles, 20u);
    EXPECT_EQ(n.states[1].entries, 2u);
    EXPECT_EQ(n.states[1].min_dwell, 10u);
    EXPECT_EQ(n.states[1].max_dwell, 10u);
    EXPECT_EQ(n.states[2].cycles, 30u);  // other
    EXPECT_EQ(n.states[2].entries, 2u);
    EXPECT_EQ(t.host[0].inclusive_ns, 60u);
    EXPECT_EQ(t.host[1].bytes, 7u);
    ASSERT_EQ(t.changes.size(), 7u);
    EXPECT_EQ(t.changes[0].value, 2u);
    EXPECT_EQ(t.changes[2].edge, 30u);
}

TEST(ThreadNumbers, FramesSumToTheWhole) {
    TapNumbers n = thread_with({"a"});
    count_thread(n, {{40, 70, 0, 0, 0}}, 0, 100, kGrid);
    ASSERT_EQ(n.frames.size(), 2u);
    using Growth = std::vector<std::pair<std::uint32_t, std::uint64_t>>;
    EXPECT_EQ(n.frames[0].growth, (Growth{{0, 50}, {1, 10}, {2, 40}}));
    EXPECT_EQ(n.frames[1].growth, (Growth{{0, 50}, {1, 20}, {2, 30}}));
}

TEST(ThreadNumbers, StatesThatOverlapAreCutToFit) {
    TapNumbers n = thread_with({"a", "b"});
    count_thread(n, {{0, 50, 0, 0, 0}, {40, 90, 0, 1, 1}}, 0, 100, kGrid);
    EXPECT_EQ(n.states[0].cycles + n.states[1].cycles + n.states[2].cycles, 100u);
    EXPECT_EQ(n.states[0].cycles, 40u);
}

TEST(ThreadNumbers, AStateInsideItselfIsOneStretchOfTime) {
    TapNumbers n = thread_with({"f"});
    const ThreadNumbers t = count_thread(n, {{10, 20, 0, 0, 1}, {0, 30, 0, 0, 0}}, 0, 30, kGrid);
    EXPECT_EQ(n.states[0].entries, 2u);
    EXPECT_EQ(n.states[0].cycles, 30u);
    EXPECT_EQ(t.host[0].inclusive_ns, 30u);
}

}  // namespace
}  // namespace tapestry
