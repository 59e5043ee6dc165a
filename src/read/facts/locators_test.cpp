// SPDX-License-Identifier: Apache-2.0
#include "read/facts/locators.h"

#include <gtest/gtest.h>

#include <fstream>

namespace tapestry {
namespace {

using Places = std::vector<Locator>;

TEST(Locators, OfChiselAndSpinal) {
    EXPECT_EQ(locators_of("  reg [1:0] state; // @[src/main/scala/Arb.scala 13:22]"),
              (Places{{"src/main/scala/Arb.scala", 13, 22}}));
    EXPECT_EQ(locators_of("  wire x = y; // @[Arb.scala 20:25 21:15, Other.scala 13:22]"),
              (Places{{"Arb.scala", 20, 25}, {"Arb.scala", 21, 15}, {"Other.scala", 13, 22}}));
    EXPECT_EQ(locators_of("  reg x; // @[Arb.scala 20:25:@12.4]"), (Places{{"Arb.scala", 20, 25}}));
    EXPECT_EQ(locators_of("  reg x; // @[]"), Places{});
    EXPECT_EQ(locators_of("  reg x; // @[Arb.scala"), Places{});
}

TEST(Locators, OfFirtoolAndClash) {
    EXPECT_EQ(locators_of("  state <= 2'h1;\t// src/Gcd.scala:20:22, :28:{15,17}, Top.scala:3:4"),
              (Places{{"src/Gcd.scala", 20, 22}, {"src/Gcd.scala", 28, 15}, {"Top.scala", 3, 4}}));
    EXPECT_EQ(locators_of("  // src/Blink.hs:12:1-20"), (Places{{"src/Blink.hs", 12, 1}}));
}

TEST(Locators, OfAttributes) {
    EXPECT_EQ(locators_of("  (* src = \"/home/me/uart.py:30\" *)"),
              (Places{{"/home/me/uart.py", 30, 0}}));
    EXPECT_EQ(locators_of("      /* src = \"/home/me/uart.py:31\" */"),
              (Places{{"/home/me/uart.py", 31, 0}}));
    EXPECT_EQ(locators_of("(* keep=1, src=\"a.v:1.2-3.4|b.v:5.6-5.8\" *) wire x;"),
              (Places{{"a.v", 1, 2}, {"b.v", 5, 6}}));
    EXPECT_EQ(locators_of("(* src = \"cdc.spade:34,9\" *)"), (Places{{"cdc.spade", 34, 9}}));
}

TEST(Locators, AWordOfAPersonIsNone) {
    EXPECT_EQ(locators_of("  reg x; // see uart.py:30 for the protocol"), Places{});
    EXPECT_EQ(locators_of("  reg x; // 12:30"), Places{});
    EXPECT_EQ(locators_of("  reg x; // bits 7:0"), Places{});
    EXPECT_EQ(locators_of("  reg x; // v1.2:3"), Places{});
    EXPECT_EQ(locators_of("  assign src = \"a.v:12\";"), Places{});
    EXPECT_EQ(locators_of("  assign a = src * \"a.v:12\";"), Places{});
    EXPECT_EQ(locators_of(""), Places{});
    EXPECT_EQ(locators_of("// "), Places{});
}

Tap machine_in(const std::string& text, int own, const std::vector<int>& states) {
    const std::string file = testing::TempDir() + "/" +
                             testing::UnitTest::GetInstance()->current_test_info()->name() + ".v";
    std::ofstream(file) << text;
    Tap tap;
    tap.source = file + ":" + std::to_string(own);
    MachinePart machine;
    for (const int line : states)
        machine.states.push_back({"S", "0", "", file + ":" + std::to_string(line)});
    tap.own = machine;
    TapMap map;
    map.taps = {tap};
    follow_locators(map);
    return map.taps[0];
}

TEST(FollowLocators, AStateLeadsToItsOwnLineNotToThatOfItsRegister) {
    const Tap tap = machine_in(
        "reg [1:0] state; // @[Arb.scala 13:22]\n"
        "wire [1:0] n = go ? 2'h1 : state; // @[Arb.scala 20:25 21:15 13:22]\n"
        "wire t = rdy & vld; // @[src/chisel3/util/Decoupled.scala 50:35]\n"
        "assign u = 1; // see above\n",
        1, {2, 3, 1});
    EXPECT_EQ(tap.source, "Arb.scala:13");
    EXPECT_EQ(tap.states()[0].source, "Arb.scala:21");
    EXPECT_TRUE(tap.states()[1].source.ends_with(".v:3")) << tap.states()[1].source;
    EXPECT_EQ(tap.states()[2].source, "Arb.scala:13");
}

TEST(FollowLocators, AttributesStandAboveTheirLine) {
    const Tap tap = machine_in(
        "(* src = \"uart.py:30\" *)\n"
        "(* init = 0 *)\n"
        "reg [1:0] fsm_state;\n"
        "reg other;\n"
        "/* src = \"uart.py:36\" */\n"
        "2'h1:\n",
        3, {6, 4});
    EXPECT_EQ(tap.source, "uart.py:30");
    EXPECT_EQ(tap.states()[0].source, "uart.py:36");
    EXPECT_TRUE(tap.states()[1].source.ends_with(".v:4"));
}

TEST(FollowLocators, ABlockLeadsWhereItsFirstStatementDoes) {
    const Tap tap = machine_in(
        "// Generator : SpinalHDL v1.9.4\n"
        "reg [1:0] fsm_stateReg;\n"
        "case(fsm_stateReg)\n"
        "  fsm_enumDef_IDLE : begin\n"
        "    fsm_stateNext = fsm_enumDef_WORK; // @[Enum.scala 151:67]\n"
        "    io_cmd_ready = 1'b1; // @[Loader.scala 33:20]\n"
        "  end\n"
        "  fsm_enumDef_WORK : begin\n"
        "  end\n"
        "  default : begin\n"
        "    x = 1; // @[Loader.scala 40:20]\n",
        2, {4, 8});
    EXPECT_EQ(tap.states()[0].source, "Loader.scala:33");
    EXPECT_TRUE(tap.states()[1].source.ends_with(".v:8")) << tap.states()[1].source;
}

TEST(FollowLocators, HandWrittenTextStays) {
    const Tap tap = machine_in("reg [1:0] state;  // holds\n  IDLE: if (go) x <= 1;\n", 1, {2});
    EXPECT_TRUE(tap.source.ends_with(".v:1"));
    EXPECT_TRUE(tap.states()[0].source.ends_with(".v:2"));
}

}  // namespace
}  // namespace tapestry
