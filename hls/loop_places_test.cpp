// SPDX-License-Identifier: Apache-2.0
#include "hls/loop_places.h"

#include <gtest/gtest.h>

namespace tapestry::hls {
namespace {

TEST(LoopPlaces, A_Loop_Under_A_Pragma_Is_Where_Its_For_Is) {
    const std::string text =
        "void f() {\n"
        "#pragma omp target parallel for \\\n"
        "    map(to: a)\n"
        "#pragma omp simd\n"
        "\n"
        "    // each one\n"
        "    for (int i = 0; i < 4; ++i)\n"
        "        while (g()) {}\n"
        "}\n";
    EXPECT_EQ(line_of_loop(text, 2), 7U);
    EXPECT_EQ(line_of_loop(text, 4), 7U);
    EXPECT_EQ(line_of_loop(text, 8), 8U);
}

TEST(LoopPlaces, What_Is_No_Loop_Stays_Where_It_Is) {
    EXPECT_EQ(line_of_loop("#pragma omp target\nx = 1;\n", 1), 1U);
    EXPECT_EQ(line_of_loop("#pragma omp target\n", 1), 1U);
    EXPECT_EQ(line_of_loop("", 3), 3U);
}

}  // namespace
}  // namespace tapestry::hls
