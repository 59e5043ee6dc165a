// SPDX-License-Identifier: Apache-2.0
#include "bits.h"

#include <gtest/gtest.h>

namespace recount {
namespace {

TEST(Bits, VcdValuesAreExtendedByTheirFirstDigit) {
    EXPECT_EQ(Bits::from_vcd("101", 8).low_word(), 5u);
    EXPECT_FALSE(Bits::from_vcd("101", 8).has_unknown());
    const Bits unknown = Bits::from_vcd("x1", 4);
    EXPECT_TRUE(unknown.bit_is_unknown(3));
    EXPECT_TRUE(unknown.bit_is_unknown(1));
    EXPECT_TRUE(unknown.bit_is_one(0));
    EXPECT_TRUE(Bits::from_vcd("z", 1).has_unknown());
}

TEST(Bits, DecimalNumbersOfAnyLength) {
    EXPECT_EQ(Bits::from_decimal("0").width(), 1);
    EXPECT_EQ(Bits::from_decimal("255").low_word(), 255u);
    // 2^70
    const Bits large = Bits::from_decimal("1180591620717411303424");
    EXPECT_EQ(large.width(), 71);
    EXPECT_TRUE(large.bit_is_one(70));
    EXPECT_EQ(large.count_ones(), 1);
}

TEST(Bits, SameNumberIgnoresWidthButNotUnknownBits) {
    EXPECT_TRUE(same_number(Bits::of(5, 3), Bits::of(5, 200)));
    EXPECT_FALSE(same_number(Bits::of(5, 3), Bits::of(4, 3)));
    EXPECT_FALSE(same_number(Bits::all_unknown(3), Bits::all_unknown(3)));
    EXPECT_FALSE(same_number(Bits::of(1, 1), Bits::of(0, 100).resized(100)));
}

TEST(Bits, SliceOutsideIsUnknown) {
    const Bits value = Bits::of(0b1101, 4);
    EXPECT_EQ(value.slice(2, 2).low_word(), 3u);
    EXPECT_TRUE(value.slice(3, 2).bit_is_unknown(1));
    EXPECT_TRUE(value.slice(3, 2).bit_is_one(0));
}

}  // namespace
}  // namespace recount
