// SPDX-License-Identifier: Apache-2.0
#include "run/simulators/harness_needs.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

using Flags = std::vector<std::string>;

TEST(HarnessNeeds, APlainOneNeedsNothing) {
    EXPECT_EQ(harness_flags("#include \"Vmill.h\"\n#include \"verilated.h\"\n", "mill"),
              Flags{"--no-timing"});
}

TEST(HarnessNeeds, TracesAndDelaysAsItsTextUsesThem) {
    EXPECT_EQ(harness_flags("VerilatedVcdC* trace;", "mill"), (Flags{"--trace", "--no-timing"}));
    EXPECT_EQ(harness_flags("VerilatedFstC trace; while (top->eventsPending()) {}", "mill"),
              (Flags{"--trace-fst", "--timing"}));
}

TEST(HarnessNeeds, TheNameThatItGivesTheModel) {
    EXPECT_EQ(harness_flags("#include \"Vsim.h\"\n#include \"Vsim___024root.h\"\n", "mill"),
              (Flags{"--no-timing", "--prefix", "Vsim"}));
    EXPECT_EQ(harness_flags("#include \"Vother.h\"\n#include \"Vmill.h\"\n", "mill"),
              Flags{"--no-timing"});
    EXPECT_EQ(harness_flags("#include \"V; rm -rf.h\"\n", "mill"), Flags{"--no-timing"});
}

}  // namespace
}  // namespace tapestry
