// SPDX-License-Identifier: Apache-2.0
#include "hls/solve.h"

#include <gtest/gtest.h>

#include <random>

namespace tapestry::hls {
namespace {

// Random problems: forward dependences within an iteration, some carried ones back.
Problem random_problem(std::mt19937& random, bool is_loop) {
    auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
    Problem p;
    p.clock_ns = 5;
    p.is_loop = is_loop;
    p.resources = {{"port", 1}, {"unit", 2}};
    const unsigned n = 2 + below(30);
    for (unsigned i = 0; i < n; ++i) {
        Operation op;
        op.latency = below(3) == 0 ? 1 + below(4) : 0;
        op.delay_ns = below(50) / 10.0;
        op.ready_ns = op.latency ? below(20) / 10.0 : 0;
        op.resource = static_cast<int>(below(4)) - 2 < 0 ? -1 : static_cast<int>(below(2));
        p.operations.push_back(op);
        for (unsigned k = 0; i > 0 && k < below(3); ++k)
            p.dependences.push_back({static_cast<int>(below(i)), static_cast<int>(i), 0});
        if (i > 0 && below(4) == 0)
            p.precedences.push_back({static_cast<int>(below(i)), static_cast<int>(i), 0, below(2)});
        if (is_loop && below(3) == 0)
            p.dependences.push_back(
                {static_cast<int>(i), static_cast<int>(below(i + 1)), 1 + below(2)});
    }
    if (is_loop && below(2) == 0) p.exit = static_cast<int>(below(n));
    return p;
}

TEST(Solve, EveryAnswerIsJudgedRight) {
    std::mt19937 random(1);
    for (int i = 0; i < 2000; ++i) {
        const Problem p = random_problem(random, i % 2 == 1);
        ASSERT_EQ(check(p), "");
        const std::optional<Schedule> s = solve(p);
        ASSERT_TRUE(s.has_value()) << i;
        EXPECT_EQ(verify(p, *s), "") << i;
        if (p.is_loop) {
            EXPECT_GE(s->interval, bounds_of(p).interval());
        }
    }
}

// If verify() accepted wrong schedules, the test above would be worthless.
TEST(Verify, FindsEveryKindOfFault) {
    Problem p;
    p.clock_ns = 5;
    p.operations = {{0, 3, 0, 0}, {2, 1, 1, 0}, {0, 3, 0, -1}};
    p.dependences = {{0, 1, 0}, {1, 2, 0}};
    p.precedences = {{0, 2, 0, 1}};
    p.resources = {{"port", 1}};
    const Schedule good = *solve(p);
    ASSERT_EQ(verify(p, good), "");
    Schedule s = good;
    s.cycle[2] = s.cycle[1] + 1;
    EXPECT_NE(verify(p, s), "");  // used before it is available
    s = good;
    s.start_ns[0] = 3;
    EXPECT_NE(verify(p, s), "");  // does not fit into the clock period
    s = good;
    s.cycle[1] = s.cycle[0];
    EXPECT_NE(verify(p, s), "");  // two operations at one port
    s = good;
    s.length = 1;
    EXPECT_NE(verify(p, s), "");
}

TEST(Bounds, NameTheRecurrence) {
    Problem p;
    p.is_loop = true;
    p.operations = {{0, 1, 0, -1}, {4, 1, 1, -1}};
    p.dependences = {{0, 1, 0}, {1, 0, 1}};
    const Bounds b = bounds_of(p);
    EXPECT_EQ(b.recurrence, 4U);  // the first is chained behind the result of the second
    EXPECT_EQ(b.recurrence_path.size(), 2U);
}

}  // namespace
}  // namespace tapestry::hls
