// SPDX-License-Identifier: Apache-2.0
#include "hls/price.h"

#include <gtest/gtest.h>

namespace tapestry::hls {
namespace {

const Price& measured(const std::string& module) {
    for (const ModulePrice& row : price_table().modules)
        if (module == row.module) return row.price;
    ADD_FAILURE() << module << " has no price";
    static const Price none;
    return none;
}

TEST(Price, AModuleHasItsPriceAsOftenAsItIsThere) {
    ThreadParts parts;
    parts.modules["hls_port DATA=32 DEPTH_LOG2=1"] = 3;
    EXPECT_EQ(price_of(parts).lut, 3 * measured("hls_port DATA=32 DEPTH_LOG2=1").lut);
    EXPECT_TRUE(unmeasured(parts).empty() && taken_from_nearest(parts).empty());
}

TEST(Price, OneOfAnotherWidthIsTakenFromTheNearest) {
    ThreadParts parts;
    parts.modules["hls_port DATA=64 DEPTH_LOG2=1"] = 1;
    EXPECT_EQ(price_of(parts).ff, 2 * measured("hls_port DATA=32 DEPTH_LOG2=1").ff);
    EXPECT_EQ(taken_from_nearest(parts), std::vector<std::string>{"hls_port"});
}

TEST(Price, AModuleWithoutAPriceIsNamed) {
    ThreadParts parts;
    parts.modules["hls_unheard_of WIDTH=32"] = 1;
    EXPECT_EQ(unmeasured(parts), std::vector<std::string>{"hls_unheard_of"});
}

TEST(Price, RegistersAndMultipliersOfTheThreadCount) {
    ThreadParts parts;
    parts.ff = 40;
    parts.dsp = 2;
    EXPECT_EQ(price_of(parts).ff, 40);
    EXPECT_EQ(price_of(parts).dsp, 2);
    parts.parts["add"] = 100;
    EXPECT_GT(price_of(parts).lut, 0);
}

}  // namespace
}  // namespace tapestry::hls
