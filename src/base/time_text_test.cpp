// SPDX-License-Identifier: Apache-2.0
#include "base/time_text.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

TEST(TimeText, Femtoseconds) {
    EXPECT_EQ(femtoseconds("148ns"), 148'000'000u);
    EXPECT_EQ(femtoseconds("10 ps"), 10'000u);
    EXPECT_EQ(femtoseconds("1fs\n"), 1u);
    EXPECT_EQ(femtoseconds("2sec"), 2'000'000'000'000'000u);
    EXPECT_EQ(femtoseconds("3us."), 3'000'000'000u);
    for (const char* none : {"", "ns", "5", "-5ns", "5 minutes", "99999999999999999ms"})
        EXPECT_EQ(femtoseconds(none), 0u) << none;
}

}  // namespace
}  // namespace tapestry
