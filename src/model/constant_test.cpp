// SPDX-License-Identifier: Apache-2.0
#include "model/constant.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

TEST(Constant, parses_what_elaboration_writes) {
    EXPECT_EQ(Constant::parse("6'h2a")->decimal(), "42");
    EXPECT_EQ(Constant::parse("32'sh3")->to_u64(), 3U);
    EXPECT_EQ(Constant::parse("8'b101")->hex(), "5");
    EXPECT_EQ(Constant::parse("80'h100000000000000000000")->decimal(), "1208925819614629174706176");
    EXPECT_TRUE(Constant::parse("4'bxx01")->has_unknown());
    EXPECT_FALSE(Constant::parse("\"text\""));
    EXPECT_FALSE(Constant::parse(""));
    EXPECT_FALSE(Constant::parse("8'"));
    EXPECT_FALSE(Constant::parse("8'hq"));
}

TEST(Constant, slices_and_one_hot) {
    const Constant c = *Constant::parse("12'habc");
    EXPECT_EQ(c.slice(4, 4).hex(), "b");
    EXPECT_EQ(c.slice(3, 5).hex(), "17");
    EXPECT_TRUE(Constant::one_hot(70, 69).is_one_hot());
    EXPECT_EQ(Constant::one_hot(70, 69).slice(69, 1).hex(), "1");
    EXPECT_FALSE(Constant(4, 3).is_one_hot());
    EXPECT_TRUE(Constant(4, 9) < Constant(8, 0x10));
}

}  // namespace
}  // namespace tapestry
