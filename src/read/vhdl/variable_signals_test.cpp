// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/variable_signals.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tapestry {
namespace {

const std::string kHead =
    "entity e is end entity;\narchitecture a of E is\n  type T is (A, B);\nbegin\n";

std::string added(const std::string& process, const std::string& expression) {
    int count = 0;
    const auto with = with_variable_signals(kHead + process, {{"e", expression}}, count);
    if (!with) return "";
    EXPECT_EQ(std::count(with->text.begin(), with->text.end(), '\n'),
              std::count(process.begin(), process.end(), '\n') + 4);
    return with->text.substr(kHead.size());
}

TEST(VariableSignals, AProcessTellsItsVariableWhereItEnds) {
    EXPECT_EQ(
        added("P : process (clk)\n  variable v : T := A; -- variable v : B;\nbegin\n  v := B;\n"
              "end process P;",
              "p.v"),
        "tapestry_process_1 : block is signal tapestry_v :  T ; begin "
        "P : process (clk)\n  variable v : T := A; -- variable v : B;\nbegin\n  v := B;\n"
        "tapestry_v <= v; end process P; end block;");
}

TEST(VariableSignals, OneThatWaitsTellsItBefore) {
    EXPECT_EQ(
        added("process\n variable v, w : T;\nbegin\n if v = A then v := B; end if;\n"
              " wait until c;\nend process;",
              "v == 0"),
        "tapestry_process_1 : block is signal tapestry_v :  T; begin "
        "process\n variable v, w : T;\nbegin\n if v = A then v := B; tapestry_v <= v;  end if;\n"
        " tapestry_v <= v; wait until c;\ntapestry_v <= v; end process; end block;");
}

TEST(VariableSignals, ATypeOfTheProcessItselfBecomesANumber) {
    const std::string text = added(
        "p : process (all)\n type U is (X, Y);\n variable v : U;\nbegin\nend process;", "p.v");
    EXPECT_NE(text.find("signal tapestry_v : integer;"), std::string::npos);
    EXPECT_NE(text.find("tapestry_v <= u'pos(v);"), std::string::npos);
}

TEST(VariableSignals, SubprogramsOfTheProcessAreSteppedOver) {
    const std::string declared =
        "p : process (c)\n function g(x : T; y : T) return T;\n"
        " function f(x : T; y : T) return T is\n variable w : T;\n"
        " procedure inner is begin null; end procedure;\n begin\n"
        " for i in 0 to 3 loop if x = A then w := B; end if; end loop;\n"
        " case x is when A => null; when B => null; end case;\n return w;\n end function f;\n"
        " variable v : T;\nbegin\n v := f(v, A);\n";
    EXPECT_EQ(added(declared + "end process;", "p.v"),
              "tapestry_process_1 : block is signal tapestry_v :  T; begin " + declared +
                  "tapestry_v <= v; end process; end block;");
}

TEST(VariableSignals, WhatIsNotCertainIsLeftAlone) {
    // A subprogram that may wait; a variable of a subprogram; a type whose range is the process's
    // own; a name that two processes without labels declare.
    const std::string waiting = " procedure f is\n begin\n wait until c;\n end;\n";
    EXPECT_EQ(
        added("p : process\n variable v : T;\n" + waiting + "begin\n f;\nend process;", "p.v"), "");
    EXPECT_EQ(added("p : process (c)\n function f return T is\n variable v : T;\n begin\n end;\n"
                    "begin\nend process;",
                    "p.v"),
              "");
    EXPECT_EQ(added("p : process (c)\n constant N : natural := 3;\n"
                    " variable v : bit_vector(N downto 0);\nbegin\nend process;",
                    "p.v"),
              "");
    const std::string one = "process (c)\n variable v : T;\nbegin\nend process;\n";
    EXPECT_EQ(added(one + one, "v"), "");
    EXPECT_NE(added(one, "v"), "");
    EXPECT_EQ(added(one, "vv + u.v"), "");
}

TEST(VariableSignals, ExpressionsNameTheSignal) {
    const ProcessVariable variable{"e", "p.v", "tapestry_process_1.tapestry_v"};
    EXPECT_EQ(with_signals("p.v.state == q.p.v", variable),
              "tapestry_process_1.tapestry_v.state == q.p.v");
}

}  // namespace
}  // namespace tapestry
