// SPDX-License-Identifier: Apache-2.0
#include "run/simulators/reported_error.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

TEST(ReportedError, LinesThatReportOne) {
    for (const std::string line :
         {"ERROR: mismatch at 5", "Error: got 3 expected 4", "** TEST FAILED **",
          "[120] %Error: tb.sv:12: Assertion failed", "result mismatch: 4 vs 5", "3 errors",
          "There were 12 errors in 40 checks", "test 4: FAIL", "wrong answer", "ERROR: no image",
          "Error: the value is not right", "*** error: could not open file",
          "tb.vhd:12:5:@55ns:(assertion error): sum is off", "# 7 mismatches",
          "%Warning: ../src/soc.mem:0: $readmem file not found",
          "WARNING: ram.v:8: $readmemh: Unable to open soc.mem for reading."})
        EXPECT_EQ(reported_error("starting\n" + line + "\nERROR: later\n"), line);
}

TEST(ReportedError, LinesThatReportNone) {
    for (const std::string line : {"PASS",
                                   "0 errors",
                                   "Errors: 0",
                                   "ERRORS = 0, WARNINGS = 2",
                                   "no errors",
                                   "No mismatch found",
                                   "errors: none",
                                   "Failures: zero",
                                   "finished without error",
                                   "bit error rate 3e-3",
                                   "max error: 1.5e-7",
                                   "errors corrected: 12",
                                   "error_count=00",
                                   "FAIL: 0 PASS: 12",
                                   "all tests passed, none failed",
                                   "tb.vhd:9:5:@1us:(report failure): simulation finished",
                                   "out/build/sim_tb:error: report failed",
                                   "tb.vhd:9:5:@1us:(report note): no error",
                                   "%Error: bench/tb.sv:6: Verilog $stop",
                                   "terror",
                                   "",
                                   "   "})
        EXPECT_EQ(reported_error(line + "\n"), "") << line;
}

TEST(ReportedError, ALongLineIsCut) {
    const std::string said = reported_error("ERROR " + std::string(1000, 'x'));
    EXPECT_LT(said.size(), 130u);
    EXPECT_TRUE(said.starts_with("ERROR xxx"));
}

TEST(LastLine, IsThatWithWords) {
    EXPECT_EQ(last_line("reset\n  waiting for data \n\n"), "waiting for data");
    EXPECT_EQ(last_line("one"), "one");
    EXPECT_EQ(last_line(" \n"), "");
}

}  // namespace
}  // namespace tapestry
