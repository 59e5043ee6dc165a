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

TEST(Constant, knows_which_bits_are_unknown) {
    const Constant c = *Constant::parse("6'b1z0x");
    const char bits[] = "x0z100";  // from bit 0 on
    for (std::uint32_t i = 0; i < 6; ++i) {
        EXPECT_EQ(c.is_unknown(i), bits[i] == 'x' || bits[i] == 'z') << i;
        EXPECT_EQ(c.is_one(i), bits[i] == '1') << i;
    }
    EXPECT_TRUE(Constant::parse("8'hzf")->is_unknown(7));
    EXPECT_FALSE(Constant::parse("8'hzf")->is_unknown(3));
    EXPECT_TRUE(c.slice(2, 2).has_unknown());
    EXPECT_FALSE(c.slice(3, 2).has_unknown());
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
