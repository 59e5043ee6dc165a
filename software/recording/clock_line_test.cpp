// SPDX-License-Identifier: Apache-2.0
#include "software/recording/clock_line.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tapestry {
namespace {

// A link whose round trips take 2 us to 200 us, and a counter of known offset and rate.
struct Link {
    double at_zero_ns = 0;
    double ns_an_edge = 0;
    std::vector<ClockSight> sights;
};

Link link_of(unsigned seed) {
    std::mt19937 random(seed);
    const auto between = [&](double a, double b) {
        return std::uniform_real_distribution<double>(a, b)(random);
    };
    Link link{between(-1e9, 1e9), between(1, 100), {}};
    const int asked = static_cast<int>(between(2, 60));
    double now = 2e9;
    for (int i = 0; i < asked; ++i) {
        now += between(1e5, 3e7);
        const double trip = between(2e3, 2e5), answered = now + between(0, 1) * trip;
        const double edges = std::floor((answered - link.at_zero_ns) / link.ns_an_edge);
        link.sights.push_back({static_cast<std::uint64_t>(edges), now, now + trip});
        now += trip;
    }
    return link;
}

TEST(ClockLine, IsInsideItsUncertaintyEveryTime) {
    for (unsigned seed = 0; seed < 500; ++seed) {
        const Link link = link_of(seed);
        ClockLine line;
        const std::uint64_t last = link.sights.back().edges;
        ASSERT_TRUE(fit_clock(link.sights, last, line)) << seed;
        EXPECT_TRUE(line.is_even) << seed;
        for (const double edge :
             {0.0, 0.3 * static_cast<double>(last), 1.0 * static_cast<double>(last)}) {
            const double truth = link.at_zero_ns + edge * link.ns_an_edge;
            const double found = line.at_zero_ns + edge * line.ns_an_edge;
            EXPECT_LE(std::fabs(found - truth), line.uncertainty_ns + 1e-3) << seed;
        }
    }
}

TEST(ClockLine, OneSlowRoundTripAtTheEndDoesNotSpoilIt) {
    std::vector<ClockSight> sights;
    for (std::uint64_t i = 0; i <= 100; ++i) {
        const double truth = 5000 + 1e6 * static_cast<double>(i);
        const double slow = i == 0 || i == 100 ? 5e5 : 1000;
        sights.push_back({i * 100'000, truth - 500, truth + slow});
    }
    ClockLine line;
    ASSERT_TRUE(fit_clock(sights, 10'000'000, line));
    EXPECT_LT(line.uncertainty_ns, 2000);
    EXPECT_NEAR(line.ns_an_edge, 10, 1e-3);
}

TEST(ClockLine, AClockThatMayHaveStoppedAnywhereIsAsUncertain) {
    ClockLine line;
    ASSERT_TRUE(fit_clock({{0, 0, 2}, {100, 100, 102}, {101, 1100, 1102}}, 101, line));
    EXPECT_FALSE(line.is_even);
    EXPECT_NEAR(line.uncertainty_ns, 500, 1);
}

// A model that only runs while it is called: 40 us of every millisecond, less and less regularly.
TEST(ClockLine, AClockThatStopsBetweenCallsIsKnownAtEachOfThem) {
    std::vector<ClockSight> sights;
    std::vector<double> begins;
    double now = 1e6;
    for (std::uint64_t i = 0; i < 200; ++i) {
        now += 960e3 + static_cast<double>(i * i % 37) * 10e3;
        begins.push_back(now);
        sights.push_back({i * 1000, now - 100, now + 100});
        now += 40e3;
        sights.push_back({(i + 1) * 1000, now - 100, now + 100});
    }
    ClockLine line;
    ASSERT_TRUE(fit_clock(sights, 200'000, line));
    EXPECT_FALSE(line.is_even);
    EXPECT_NEAR(line.ns_an_edge, 40, 0.1);  // while it runs
    EXPECT_LT(line.uncertainty_ns, 1000);
    for (std::size_t i = 0; i < begins.size(); ++i) {  // answers come after their questions
        const double edge = static_cast<double>(i) * 1000;
        EXPECT_NEAR(time_of_edge(line.steps, edge + 1, 40), begins[i] + 40, 1000);
        EXPECT_NEAR(time_of_edge(line.steps, edge + 1000, 40), begins[i] + 40e3, 1000);
    }
}

TEST(ClockLine, OneSightTellsNoRate) {
    ClockLine line;
    EXPECT_FALSE(fit_clock({}, 10, line));
    EXPECT_FALSE(fit_clock({{5, 0, 1}}, 10, line));
    EXPECT_FALSE(fit_clock({{5, 0, 1}, {5, 100, 101}}, 10, line));
}

}  // namespace
}  // namespace tapestry
