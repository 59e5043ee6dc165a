// SPDX-License-Identifier: Apache-2.0
#include "weave/sources/zero_delays.h"

#include <gtest/gtest.h>

#include <string>

namespace tapestry {
namespace {

std::string woven(const std::string& text) {
    FileWeaver file("a.v", text);
    leave_out_zero_delays(file);
    return file.woven();
}

TEST(ZeroDelays, OfConstantsAreForOtherSimulators) {
    EXPECT_EQ(woven("initial begin\n#0 state = 2'd1;\n#0 done = 1'b0; // first\nend\n"),
              "initial begin\n`ifndef VERILATOR #0 `endif state = 2'd1;\n"
              "`ifndef VERILATOR #0 `endif done = 1'b0; // first\nend\n");
    EXPECT_EQ(woven("initial # 0 a = 0;"), "initial `ifndef VERILATOR #0 `endif a = 0;");
    EXPECT_EQ(woven("initial begin a = 0; #0 b = 1; end"),
              "initial begin a = 0; `ifndef VERILATOR #0 `endif b = 1; end");
}

TEST(ZeroDelays, StayWhereTheyMayMeanMore) {
    for (const std::string text : {
             "initial begin #0 a = b; end",                     // the value of something
             "initial begin #0 a = 1; $display(a); end",        // something else happens
             "initial begin #0 a = 1; #5 b = 1; end",           // later
             "initial begin #0 a <= 1; end",                    // not at once
             "initial begin a = 0; #0 a = 1; end",              // again
             "reg a = 1; initial #0 a = 0;",                    // elsewhere, too
             "initial #0 a = 0; always @* if (b == 1) a = 1;",  // by logic
             "always @(posedge c) #0 a = 1;",                   // not once
             "// initial #0 a = 0;\n",                          // not at all
             "initial begin #0 a = 1;",                         // without an end
             "initial",
         })
        EXPECT_EQ(woven(text), text);
}

TEST(ZeroDelays, MayBeComparedElsewhere) {
    EXPECT_NE(woven("initial #0 a = 0; always @(posedge c) if (a == 1) a <= 0;").find("`ifndef"),
              std::string::npos);
}

}  // namespace
}  // namespace tapestry
