// SPDX-License-Identifier: Apache-2.0
#include "weave/choose/budget.h"

#include <gtest/gtest.h>

#include <numeric>

#include "base/codes/synthesis.h"
#include "weave/choose/passes.h"

namespace tapestry {
namespace {

TEST(Budget, LimitsAreNumbersOrShares) {
    Diagnostics diagnostics;
    const Result<Budget> budget = budget_of("lut=2%,bram=4", diagnostics);
    ASSERT_TRUE(budget);
    EXPECT_FALSE(budget->ff);
    EXPECT_TRUE(fits({20, 999, 4}, {1000, 1, 0}, *budget));
    EXPECT_FALSE(fits({21, 0, 0}, {1000, 1, 0}, *budget));
    EXPECT_FALSE(fits({0, 0, 5}, {1000, 1, 0}, *budget));
    for (const char* bad : {"", "lut", "lut=", "lut=x", "lut=-1", "dsp=3", "lut=1,,", "lut=1%%"})
        EXPECT_FALSE(budget_of(bad, diagnostics)) << bad;
}

// Each site has a price; a pass may cost 10.
FitsTogether priced(const std::vector<int>& prices) {
    return [prices](const std::vector<std::size_t>& sites) -> Result<bool> {
        const int price = std::accumulate(sites.begin(), sites.end(), 0,
                                          [&](int sum, std::size_t s) { return sum + prices[s]; });
        return price <= 10;
    };
}

using Sites = std::vector<std::size_t>;

TEST(Budget, TheLeastUsefulGoFirst) {
    const Result<Passes> passes = into_passes({3, 0, 2, 1}, false, priced({4, 5, 5, 1}));
    ASSERT_TRUE(passes);
    EXPECT_EQ(passes->passes, (std::vector<Sites>{{2, 1}}));
    EXPECT_EQ(passes->dropped, (Sites{3, 0}));
}

TEST(Budget, PassesHoldWhatFitsTogether) {
    const Result<Passes> passes = into_passes({3, 0, 2, 1}, true, priced({4, 5, 5, 7}));
    ASSERT_TRUE(passes);
    EXPECT_EQ(passes->passes, (std::vector<Sites>{{2, 1}, {0}, {3}}));
    EXPECT_TRUE(passes->dropped.empty());
}

TEST(Budget, WhatIsTooLargeByItselfIsDropped) {
    const Result<Passes> passes = into_passes({0, 1, 2}, true, priced({4, 5, 11}));
    ASSERT_TRUE(passes);
    EXPECT_EQ(passes->passes, (std::vector<Sites>{{0, 1}}));
    EXPECT_EQ(passes->dropped, Sites{2});
    const Result<Passes> none = into_passes({0, 1}, true, priced({11, 12}));
    ASSERT_TRUE(none);
    EXPECT_TRUE(none->passes.empty());
    EXPECT_EQ(none->dropped.size(), 2U);
}

TEST(Budget, AFailedSynthesisEndsTheSearch) {
    Diagnostics diagnostics;
    EXPECT_FALSE(into_passes({0, 1}, true, [&](const Sites&) -> Result<bool> {
        return diagnostics.report(code::synthesis_failed, {}, "said");
    }));
}

}  // namespace
}  // namespace tapestry
