// SPDX-License-Identifier: Apache-2.0
#include "weave/synthesis/cost.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

TEST(Cost, CountsCellsOfTheLastStatistics) {
    const std::string log =
        "   Number of cells:  9\n     LUT6  9\n\n=== top ===\n\n"
        "   Number of cells:                 20\n"
        "     BUFG                            1\n"
        "     CARRY4                          3\n"
        "     FDRE                            7\n"
        "     LUT2                            4\n"
        "     LUT6                            5\n"
        "     RAM32M                          2\n"
        "     RAMB18E1                        1\n"
        "\n   Estimated number of LCs:         11\n";
    const Area area = area_in(log).value();
    EXPECT_EQ(area.lut, 4U + 5U + 8U);
    EXPECT_EQ(area.ff, 7U);
    EXPECT_EQ(area.bram, 1U);
    EXPECT_FALSE(area_in("nothing"));
}

TEST(Cost, DifferenceIsNeverNegative) {
    const Area more = Area{10, 5, 1}.over({4, 6, 1});
    EXPECT_EQ(more.lut, 6U);
    EXPECT_EQ(more.ff, 0U);
    EXPECT_EQ(more.bram, 0U);
}

}  // namespace
}  // namespace tapestry
