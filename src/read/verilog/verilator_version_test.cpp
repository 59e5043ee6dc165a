// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/verilator_version.h"

#include <gtest/gtest.h>

#include "base/codes/sources.h"

namespace tapestry {
namespace {

TEST(VerilatorVersion, ReadsWhatVerilatorPrints) {
    Diagnostics diagnostics;
    const auto old =
        supported_version("Verilator 5.006 2023-01-22 rev (Debian 5.006-3)\n", diagnostics);
    ASSERT_TRUE(old);
    EXPECT_EQ(*old, (VerilatorVersion{5, 6}));
    EXPECT_FALSE(writes_json(*old));
    EXPECT_FALSE(writes_json(VerilatorVersion{5, 44}));
    EXPECT_TRUE(writes_json(VerilatorVersion{5, 46}));
    const auto next = supported_version("warning\nVerilator 6.002 devel rev v6", diagnostics);
    ASSERT_TRUE(next);
    EXPECT_TRUE(writes_json(*next));
    EXPECT_TRUE(diagnostics.all().empty());
}

TEST(VerilatorVersion, RefusesWhatIsTooOldOrNone) {
    for (const char* text : {"Verilator 5.004 2022-12-14", "Verilator 4.228 2022-10-01",
                             "Verilator", "Verilator x", "", "5.006"}) {
        Diagnostics diagnostics;
        EXPECT_FALSE(supported_version(text, diagnostics)) << text;
        EXPECT_EQ(diagnostics.all().at(0).code, code::elaboration_unreadable) << text;
    }
}

}  // namespace
}  // namespace tapestry
