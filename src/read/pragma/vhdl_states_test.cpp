// SPDX-License-Identifier: Apache-2.0
#include "read/pragma/vhdl_states.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tapestry {
namespace {

struct VhdlMade {
    TextWithStates with;
    std::string said;
};

VhdlMade vhdl_made(const std::string& process, const std::string& standard = "08") {
    Diagnostics diagnostics;
    int count = 0;
    auto with = vhdl_with_states("architecture rtl of m is\nbegin\n" + process + "\nend;\n",
                                 "m.vhd", {standard, &count}, diagnostics);
    VhdlMade out;
    for (const Diagnostic& d : diagnostics.all()) out.said += to_text(d);
    if (with) out.with = std::move(*with);
    return out;
}

// The statements of the copy.
std::string vhdl_copy_of(const std::string& process) {
    const VhdlMade m = vhdl_made(process);
    EXPECT_EQ(m.said, "");
    const std::size_t begin = m.with.text.find(" begin tapestry_pragma_1 <= ");
    const std::size_t end = m.with.text.find(" end process; end block;");
    if (begin == std::string::npos || end == std::string::npos) return m.with.text;
    std::string text = m.with.text.substr(begin + 7, end - begin - 7);
    text.erase(
        std::unique(text.begin(), text.end(), [](char a, char b) { return a == ' ' && b == ' '; }),
        text.end());
    return text;
}

TEST(VhdlStates, TheQuestionForTheEdgeIsAnswered) {
    EXPECT_EQ(
        vhdl_copy_of("p : process (clk) is begin\nif rising_edge(clk) then if a = '1' then\n"
                     "-- pragma recap s busy\nx <= '1'; end if; end if; end process;"),
        "tapestry_pragma_1 <= \"0\"; if true then if a = '1' then tapestry_pragma_1 <= \"1\"; "
        "end if; end if;");
    EXPECT_EQ(
        vhdl_copy_of("process (clk, rst) begin if rst = '1' then x <= '0';\n"
                     "elsif clk'event and clk = '1' then\n-- pragma recap s busy : y(1) = '0'\n"
                     "x <= '1'; end if; end process;"),
        "tapestry_pragma_1 <= \"0\"; if rst = '1' then null; elsif true then if y(1) = '0' then "
        "tapestry_pragma_1 <= \"1\"; end if; end if;");
}

// What stands in a line stays in it, also where a string is not closed.
TEST(VhdlStates, LinesStay) {
    const auto lines = [](const std::string& text) {
        return std::count(text.begin(), text.end(), '\n');
    };
    for (const std::string broken : {"\"is\n", "'\n'", "\\name\n"}) {
        const std::string process = "process (all) is variable a : " + broken +
                                    "; begin\n-- pragma recap s busy\nx <= a;\nend process;";
        const VhdlMade m = vhdl_made(process);
        ASSERT_FALSE(m.with.text.empty()) << m.said;
        EXPECT_EQ(lines(m.with.text), lines(process) + 4) << m.with.text;
    }
}

TEST(VhdlStates, CaseAndLabel) {
    const VhdlMade m = vhdl_made(
        "ctl : process (all) is begin\ncase s is when A | B =>\n-- pragma recap x idle\n"
        "when others => null; end case;\nend process ctl;");
    ASSERT_EQ(m.with.blocks.size(), 1u) << m.said;
    EXPECT_EQ(m.with.blocks[0].name, "ctl");
    EXPECT_EQ(m.with.blocks[0].first_line, 3u);
    EXPECT_NE(m.with.text.find("when A | B =>"), std::string::npos);
    EXPECT_TRUE(m.with.text.ends_with("end block;\nend;\n"));
}

TEST(VhdlStates, VariablesThatDecide) {
    const std::string copy = vhdl_copy_of(
        "process (a) is variable t, u : integer; begin\nt := a; u := b;\nif t = 1 then\n"
        "-- pragma recap s busy\nend if; end process;");
    EXPECT_NE(copy.find("t := a; if t = 1 then"), std::string::npos) << copy;
    EXPECT_EQ(copy.find("u := b"), std::string::npos) << copy;
}

TEST(VhdlStates, ABranchWithoutPragmasDecidesToo) {
    const std::string copy = vhdl_copy_of(
        "process (a) is variable t : integer; begin\nt := a;\nif t = 1 then x <= '1'; else\n"
        "-- pragma recap s busy\nend if; end process;");
    EXPECT_NE(copy.find("t := a; if t = 1 then"), std::string::npos) << copy;
}

// What wakes the copy of the process of an architecture.
std::string wakes(const std::string& architecture) {
    Diagnostics diagnostics;
    int count = 0;
    const std::string entity =
        "entity m is generic (n : natural); port (signal clk, Go : in bit; y : out bit;\n"
        "v : inout bit_vector(n downto 0)); end m;\n";
    const auto with = vhdl_with_states(entity + "architecture rtl of m is\n" + architecture,
                                       "m.vhd", {"93", &count}, diagnostics);
    const std::size_t copy = with ? with->text.find("_block : block") : std::string::npos;
    if (copy == std::string::npos) return "nothing";
    const std::size_t open = with->text.find(" process (", copy) + 10;
    return with->text.substr(open, with->text.find(')', open) - open);
}

TEST(VhdlStates, BeforeVhdl2008SignalsWakeByName) {
    EXPECT_EQ(wakes("constant c : bit := '1'; signal a, b : bit; alias w : bit is a;\n"
                    "procedure p (signal q : in bit) is begin null; end;\n"
                    "begin process (clk) variable t : bit; begin if rising_edge(clk) then\n"
                    "t := w; if GO = c and t = '1' and v(n) = q then\n"
                    "-- pragma recap s busy : b = '1'\nend if; end if; end process; end;"),
              "b, go, v, w");
    EXPECT_EQ(wakes("begin process (clk) begin if Go = '1' then y <= v(0); else\n"
                    "-- pragma recap s busy\nend if; end process; end;"),
              "go");
    EXPECT_EQ(wakes("begin process (clk) begin\n-- pragma recap s busy\nend process; end;"),
              "tapestry_pragma_1");
}

TEST(VhdlStates, WhatCannotBeCopied) {
    const auto why = [](const std::string& process) {
        const VhdlMade m = vhdl_made(process);
        EXPECT_TRUE(m.with.blocks.empty());
        return m.said;
    };
    EXPECT_NE(why("process (clk) is variable n : integer; begin if rising_edge(clk) then\n"
                  "n := n + 1; if n = 3 then\n-- pragma recap s busy\nend if; end if; end process;")
                  .find("the variable 'n' before it is assigned"),
              std::string::npos);
    EXPECT_NE(why("process is begin\n-- pragma recap s busy\nx <= '1'; wait for 5 ns; end process;")
                  .find("'wait' stands in it in line 5"),
              std::string::npos);
    EXPECT_NE(why("-- pragma recap s busy").find("m.vhd:3: error: 'pragma recap' stands in no"),
              std::string::npos);
}

}  // namespace
}  // namespace tapestry
