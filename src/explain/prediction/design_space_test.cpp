// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/design_space.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tapestry {
namespace {

TEST(DesignSpace, AFrontHasWhatNoOtherBeats) {
    const std::vector<PointPrices> all = {{10, 5}, {20, 2}, {15, 5}, {10, 5}, {20, 3}, {40, 1}};
    EXPECT_EQ(front_of(all), (std::vector<std::size_t>{0, 1, 5}));
}

TEST(DesignSpace, HypervolumeIsTheBeatenShare) {
    EXPECT_DOUBLE_EQ(hypervolume({{5, 5}}, {10, 10}), 0.25);
    EXPECT_DOUBLE_EQ(hypervolume({{5, 5}, {8, 2}, {9, 9}}, {10, 10}), 0.25 + 0.06);
    EXPECT_DOUBLE_EQ(hypervolume({{12, 1}}, {10, 10}), 0);
}

std::vector<PointIndices> all_points(const std::vector<Knob>& knobs) {
    std::vector<PointIndices> all = {{}};
    for (const Knob& knob : knobs) {
        std::vector<PointIndices> longer;
        for (const PointIndices& p : all)
            for (std::size_t i = 0; i < knob.values.size(); ++i) {
                longer.push_back(p);
                longer.back().push_back(i);
            }
        all = std::move(longer);
    }
    return all;
}

// Two stages of which the slower one counts, and a third knob that only costs.
PointPrices prices_at(const PointIndices& at) {
    const double a = std::exp2(at[0]), b = std::exp2(at[1]), c = std::exp2(at[2]);
    return {std::max(6000 / a, 2000 / b) + 100, 0.01 * (4 * a + 9 * b + c)};
}

TEST(DesignSpace, AFewRunsFindNearlyTheWholeFront) {
    const std::vector<std::string> values = {"1", "2", "4", "8", "16", "32", "64"};
    const std::vector<Knob> knobs = {{"A", values}, {"B", values}, {"C", values}};
    const std::vector<PointIndices> all = all_points(knobs);
    std::vector<KnownPoint> known;
    for (const PointIndices& at : {PointIndices{0, 0, 0}, {6, 6, 6}, {3, 0, 0}, {0, 3, 0}})
        known.push_back({at, prices_at(at)});
    while (known.size() < all.size() / 20) {
        const auto next = promising(knobs, known, all, 1);
        if (next.empty()) break;
        known.push_back({next[0], prices_at(next[0])});
    }
    std::vector<PointPrices> found, every;
    for (const KnownPoint& p : known) found.push_back(p.prices);
    for (const PointIndices& at : all) every.push_back(prices_at(at));
    const PointPrices worst{6200, 9};
    EXPECT_GE(hypervolume(found, worst), 0.98 * hypervolume(every, worst));
}

TEST(DesignSpace, WhatIsKnownIsNotChosenAgain) {
    const std::vector<Knob> knobs = {{"A", {"1", "2"}}};
    const std::vector<KnownPoint> known = {{{0}, {10, 1}}, {{1}, {5, 2}}};
    EXPECT_TRUE(promising(knobs, known, {{0}, {1}}, 4).empty());
}

}  // namespace
}  // namespace tapestry
