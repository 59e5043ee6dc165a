// SPDX-License-Identifier: Apache-2.0
// Which reset a register has, as a table of small texts elaborated by the real Verilator in one go.
#include "find/module/clocking.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "read/verilog/elaborated_text.h"

namespace tapestry {
namespace {

// Each text is the body of one clocked process over rst, rst_n, go, first, burst_end, reset_crc and
// in[3:0].
struct Row {
    std::string name;
    std::string text;
    std::string wanted;
    std::string beside = {};            // text next to the process
    std::string of = "s";               // the register
    std::optional<BitRange> bits = {};  // of the register; all, if none are given
};

const std::vector<Row>& table() {
    static const std::vector<Row> rows = {
        {"high", "if (rst) s <= 0; else s <= in;", "rst"},
        {"low", "if (!rst_n) s <= 0; else s <= in;", "!rst_n"},
        {"swapped", "if (rst_n) s <= in; else s <= 0;", "!rst_n"},
        {"constants_in_both", "if (!rst_n) s <= 0; else if (go) s <= 1; else if (in == 2) s <= 2;",
         "!rst_n"},
        {"case_in_the_other",
         "if (!rst_n) begin s <= 0; t <= 0; end else case (s) 0: if (go) begin s <= 1; t <= in; "
         "end "
         "default: s <= 0; endcase",
         "!rst_n"},
        {"alike", "if (!rst_n) s <= 0; else s <= 1;", "!rst_n"},
        {"alike_high", "if (rst) s <= 0; else s <= 1;", "rst"},
        {"compared", "if (rst_n == 1'b0) s <= 0; else if (go) s <= 3;", "!rst_n"},
        {"low_by_another_name", "if (!rst) s <= 0; else s <= in;", "!rst"},
        {"with_clear", "if (rst || go) s <= 0; else s <= in;", "rst"},
        // Names that only contain a reset's, and what is no reset though it makes constants.
        {"first", "if (first) s <= 0; else s <= in;", ""},
        {"burst_end", "if (burst_end) begin s <= 0; t <= 0; end else s <= in;", ""},
        {"none", "if (go) s <= 0; else s <= in;", ""},
        // In the logic that makes the next value.
        {"next_value", "s <= n;", "rst",
         "reg [3:0] n; always @* begin n = s; case (s) 0: if (go) n = 1; default: n = 0; endcase "
         "if (rst) n = 0; end"},
        {"part_of_next_value", "{s, t} <= n;", "rst",
         "wire [7:0] n = {a, in}; wire [3:0] a = rst ? 4'd0 : in;"},
        // Folded on one bit.
        {"one_bit", "b <= rst ? 1'b0 : go;", "rst", "reg b;", "b"},
        {"one_bit_low", "b <= !rst_n ? 1'b1 : go;", "!rst_n", "reg b;", "b"},
        {"one_bit_among_others", "b <= rst ? 1'b0 : go; s <= in;", "rst", "reg b;", "b"},
        {"one_bit_that_follows", "b <= rst_n;", "", "reg b;", "b"},
        {"beside_a_bit", "b <= rst ? 1'b0 : go; s <= in;", "", "reg b;"},
        // Another signal with the name of a reset, which does not override the register.
        {"last", "s <= in; if (reset_crc) t <= 15; else t <= t + in; if (rst) s <= 0;", "rst"},
        {"last_of_both",
         "s <= in; if (reset_crc) t <= 15; else t <= t + in; if (rst) begin s <= 0; t <= 15; end",
         "rst", "", "t"},
        {"own_of_one", "s <= in; if (reset_crc) t <= 15; else t <= t + in; if (rst) s <= 0;",
         "reset_crc", "", "t"},
        {"written_after_it", "if (reset_crc) s <= 0; if (go) s <= in;", ""},
        {"of_a_part",
         "s[1:0] <= in[1:0]; s[3:2] <= in[3:2]; if (reset_crc) t <= 0; "
         "if (!rst_n) s <= 0;",
         "!rst_n"},
        {"under_an_enable", "if (go) begin if (rst) s <= 0; else s <= in; end", "rst"},
        {"under_an_enable_last", "if (go) begin s <= in; if (!rst_n) s <= 0; end", "!rst_n"},
        {"derived", "if (init) s <= 0; else s <= in;", "!rst_n", "wire init = !rst_n || go;"},
        {"joined", "if (any_rst) s <= 0; else s <= in;", "any_rst",
         "wire any_rst = rst | reset_crc;"},
        // A record of which the reset sets some members, and its state.
        {"member", "r <= rst_n ? in_r : {2'd0, r[3:2], 2'd0};", "!rst_n",
         "reg [5:0] r; wire [5:0] in_r = {in, in[1:0]};", "r", BitRange{4, 2}},
        {"member_that_stays", "r <= rst_n ? in_r : {2'd0, r[3:2], 2'd0};", "",
         "reg [5:0] r; wire [5:0] in_r = {in, in[1:0]};", "r", BitRange{2, 2}},
        {"case_of_one", "case (1'b1) rst: s <= 0; go: s <= in; endcase", "rst"},
        {"no_reset_in_next_value", "s <= n;", "",
         "reg [3:0] n; always @* begin n = s; if (go) n = 0; end"},
    };
    return rows;
}

std::string text_of_table() {
    const std::string ports =
        "(input clk, input rst, input rst_n, input go, input first, input burst_end, "
        "input reset_crc, input [3:0] in)";
    std::string text;
    std::string top = "module top " + ports + ";\n";
    for (const Row& row : table()) {
        text += fmt::format(
            "module {} {};\nreg [3:0] s, t; always @(posedge clk) begin {} end\n{}\nendmodule\n",
            row.name, ports, row.text, row.beside);
        top += fmt::format("{0} u_{0} (.*);\n", row.name);
    }
    return text + top + "endmodule\n";
}

TEST(Clocking, ResetTable) {
    const Elaborated elaborated = elaborate_text(text_of_table(), "top");
    const Design& design = elaborated.design;
    IdTable<ModuleId, ModuleIndex> indexes;
    for (const Module& module : design.modules) indexes.emplace_back(module);
    const Clocking clocking(design, indexes);
    for (const Row& row : table()) {
        for (const ModuleId i : design.modules.ids()) {
            if (design.modules[i].source_name != row.name) continue;
            const auto clock = clocking.of_register(i, indexes[i].find(row.of), row.bits);
            ASSERT_TRUE(clock) << row.name;
            EXPECT_EQ(clock->reset_text, row.wanted) << row.name;
        }
    }
}

std::string text_of(const std::optional<FindingClock>& clock) {
    return clock ? clock->clock_text + " " + clock->reset_text : "";
}

// Asks for the clock of the top.
template <class Ask>
std::string asked_of_top(const std::string& text, Ask ask) {
    const Elaborated elaborated = elaborate_text(text, "top");
    IdTable<ModuleId, ModuleIndex> indexes;
    for (const Module& module : elaborated.design.modules) indexes.emplace_back(module);
    Clocking clocking(elaborated.design, indexes);
    const ModuleId top = elaborated.design.top;
    return text_of(ask(clocking, top, indexes[top]));
}

// An input is read by a process with several resets: that of the register it decides on counts.
TEST(Clocking, AnInputHasTheResetOfWhatItDecides) {
    const auto of_go = [](Clocking& clocking, ModuleId top, const ModuleIndex& index) {
        return clocking.of_var(top, index.find("go"));
    };
    const std::string head =
        "module top (input clk, input rst, input go, output reg [3:0] s, output reg [3:0] k);\n"
        "reg [3:0] crc; wire reset_crc = crc == 5; always @(posedge clk) begin\n"
        "if (reset_crc) crc <= 15; else crc <= crc + 3;\n";
    EXPECT_EQ(asked_of_top(head + "if (go) k <= s; if (go) s <= s + 1; if (rst) s <= 0; end\n"
                                  "endmodule\n",
                           of_go),
              "clk rst");
}

// A clock that is not that of most of the module has a reset of its own.
TEST(Clocking, EachClockHasItsReset) {
    const auto of_a = [](Clocking& clocking, ModuleId top, const ModuleIndex& index) {
        return clocking.completed(top, FindingClock{.clock = index.find("clk_a"),
                                                    .clock_text = "clk_a",
                                                    .edge = Edge::positive,
                                                    .reset_text = ""});
    };
    EXPECT_EQ(
        asked_of_top("module top (input clk_a, rst_a, clk_b, rst_b, input d, output reg [3:0] s, "
                     "t, u);\nalways @(posedge clk_a) if (rst_a) s <= 0; else s <= s + d;\n"
                     "always @(posedge clk_b) if (rst_b) t <= 0; else t <= t + d;\n"
                     "always @(posedge clk_b) if (rst_b) u <= 0; else u <= u + d;\nendmodule\n",
                     of_a),
        "clk_a rst_a");
}

// Where there are several, that of most of the module is not taken for that of any signal: here the
// other one is a bit of a vector, which no search leads back through.
TEST(Clocking, OnlyASingleClockIsThatOfEverySignal) {
    const auto of_any = [](Clocking& clocking, ModuleId top, const ModuleIndex&) {
        return clocking.completed(top, std::nullopt);
    };
    const std::string leaf =
        "module leaf (input clk, input d, output reg q); always @(posedge clk) q <= "
        "d;\nendmodule\n";
    const auto lanes = [&](const std::string& second) {
        return leaf +
               "module top (input clk_a, clk_b, input d, output reg k, output [1:0] q);\n"
               "wire [1:0] clks = {clk_b, clk_a}; always @(posedge clk_a) k <= d;\n"
               "leaf u_0 (clk_a, d, q[0]); leaf u_1 (" +
               second + ", d, q[1]);\nendmodule\n";
    };
    EXPECT_EQ(asked_of_top(lanes("clk_a"), of_any), "clk_a ");
    EXPECT_EQ(asked_of_top(lanes("clk_b"), of_any), "");
    EXPECT_EQ(asked_of_top(lanes("clks[1]"), of_any), "");
}

// The clock and reset of module `name`, "clk rst"; "" when it has no clock.
std::string clocking_of(const std::string& text, const std::string& name) {
    const Elaborated elaborated = elaborate_text(text, "top");
    const Design& design = elaborated.design;
    IdTable<ModuleId, ModuleIndex> indexes;
    for (const Module& module : design.modules) indexes.emplace_back(module);
    Clocking clocking(design, indexes);
    for (const ModuleId i : design.modules.ids()) {
        if (design.modules[i].source_name != name) continue;
        return text_of(clocking.of_module(i));
    }
    return "no such module";
}

const std::string kLeaf =
    "module leaf (input clk, input rst, input d, output reg q);\n"
    "always @(posedge clk) if (rst) q <= 0; else q <= d;\nendmodule\n";
const std::string kPlain =
    "module plain (input clk, input d, output reg q);\n"
    "always @(posedge clk) q <= d;\nendmodule\n";

TEST(Clocking, AnInvertedConnectionInvertsTheReset) {
    EXPECT_EQ(clocking_of(kLeaf + "module top (input clk, input rst_n, input d, output q);\n"
                                  "leaf u (.clk, .rst(~rst_n), .d, .q);\nendmodule\n",
                          "top"),
              "clk !rst_n");
}

// Outside the module the port stands for it, whose use and not whose name says which value is
// active.
TEST(Clocking, AResetMadeFromAPortIsThePortOutside) {
    const std::string late =
        "module late (input clk_b, input rst_b, input d, output reg q);\n"
        "reg was = 1; reg late_reset = 1; always @(posedge clk_b) was <= rst_b;\n"
        "always @(posedge clk_b) late_reset <= was;\n"
        "always @(posedge clk_b) if (late_reset) q <= 0; else q <= d;\nendmodule\n";
    EXPECT_EQ(clocking_of(late + "module top (input clk_b, input rst_b, input d, output q);\n"
                                 "late u (.*);\nendmodule\n",
                          "top"),
              "clk_b rst_b");
}

// A record of which only some members are reset.
TEST(Clocking, ARegisterThatIsResetInPartHasAReset) {
    EXPECT_EQ(clocking_of("module top (input clk, input rst, input [5:0] d, output reg [5:0] r);\n"
                          "always @(posedge clk) r <= rst ? {2'd0, r[3:2], 2'd0} : d;\nendmodule\n",
                          "top"),
              "clk rst");
    EXPECT_EQ(clocking_of("module top (input clk, input go, input [5:0] d, output reg [5:0] r);\n"
                          "always @(posedge clk) r <= go ? {2'd0, r[3:2], 2'd0} : d;\nendmodule\n",
                          "top"),
              "clk ");
}

// The machine's reset is the module's, although another is first in the text.
TEST(Clocking, TheResetOfMostRegistersIsThatOfTheirProcess) {
    EXPECT_EQ(clocking_of("module top (input clk, input rst, input reset_crc, input [3:0] d, "
                          "output reg [3:0] a, b, c);\nalways @(posedge clk) begin\n"
                          "a <= d; b <= d + 1; if (reset_crc) c <= 15; else c <= c + d;\n"
                          "if (rst) begin a <= 0; b <= 0; end end\nendmodule\n",
                          "top"),
              "clk rst");
}

TEST(Clocking, ManyRegistersWithoutResetDoNotOutvoteTheReset) {
    std::string text = kLeaf + kPlain +
                       "module top (input clk, input rst, input d, output q, output [7:0] p);\n"
                       "leaf u (.*);\n";
    for (int i = 0; i < 8; ++i) text += fmt::format("plain u{0} (.clk, .d, .q(p[{0}]));\n", i);
    EXPECT_EQ(clocking_of(text + "endmodule\n", "top"), "clk rst");
}

TEST(Clocking, AModuleWhoseRegistersHaveNoResetHasThatOfItsPorts) {
    EXPECT_EQ(clocking_of("module top (input ap_clk, input ap_rst_n, input burst, input d, "
                          "output reg q);\nalways @(posedge ap_clk) q <= d;\nendmodule\n",
                          "top"),
              "ap_clk !ap_rst_n");
}

// Registers a, b, c of a module below the top, whose input `x` the top calls `name`.
std::string unnamed(const std::string& name, const std::string& pin, const std::string& body) {
    return clocking_of(
        "module part (input clk, input x, input d, output reg [3:0] a, b, c);\n"
        "always @(posedge clk) " +
            body + "\nendmodule\nmodule top (input clk, input " + name +
            ", input d, output [3:0] a, b, c);\npart u (.clk, .x(" + pin +
            "), .d, .a, .b, .c);\nendmodule\n",
        "part");
}

const std::string kWork = " else begin a <= a + 1; b <= {b[2:0], d}; if (d) c <= 0; end";

TEST(Clocking, AResetWithoutAResetsNameIsKnownByWhatItDoes) {
    const std::string all = "begin a <= 0; b <= 3; c <= 1; end" + kWork;
    for (const char* name : {"init", "clear_all", "por"})
        EXPECT_EQ(unnamed(name, name, "if (x) " + all), "clk x") << name;
    EXPECT_EQ(unnamed("sys_ok", "sys_ok", "if (!x) " + all), "clk !x");
    EXPECT_EQ(unnamed("sys_ok", "!sys_ok", "if (x == 1'b1) " + all), "clk x");
}

TEST(Clocking, WhatOnlyResemblesAResetIsNone) {
    const std::string all = "begin a <= 0; b <= 3; c <= 1; end" + kWork;
    EXPECT_EQ(unnamed("start", "start", "if (x) " + all), "clk ") << "a call";
    EXPECT_EQ(unnamed("in_valid", "in_valid", "if (x) " + all), "clk ") << "a handshake";
    EXPECT_EQ(unnamed("init", "init", "if (x) begin a <= 0; end" + kWork), "clk ")
        << "one register";
    EXPECT_EQ(unnamed("init", "init", "if (x) begin a <= 0; b <= {4{d}}; c <= 1; end" + kWork),
              "clk ")
        << "no constant";
    EXPECT_EQ(unnamed("init", "init & d", "if (x) " + all), "clk ") << "not alone";
    EXPECT_EQ(unnamed("init", "init", "if (d) c <= 2; else if (x) " + all), "clk ") << "not first";
}

}  // namespace
}  // namespace tapestry
