// SPDX-License-Identifier: Apache-2.0
#include "read/pragma/verilog_states.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "read/pragma/state_text.h"

namespace tapestry {
namespace {

struct Made {
    TextWithStates with;
    std::string said;
    bool good = false;
};

Made made(const std::string& text, const std::string& file = "a.sv") {
    Diagnostics diagnostics;
    auto with = verilog_with_states(text, file, diagnostics);
    Made out;
    for (const Diagnostic& d : diagnostics.all()) out.said += to_text(d);
    out.good = with.has_value();
    if (with) out.with = std::move(*with);
    return out;
}

// The statements of the copy, without the lines' indents.
std::string copy_of(const std::string& process) {
    const Made m = made("module m;\n" + process + "\nendmodule\n");
    EXPECT_EQ(m.said, "");
    const std::size_t body = m.with.text.find("_body");
    if (body == std::string::npos) return {};
    std::string out;
    for (std::size_t i = m.with.text.find(kLineBreak, body); i < m.with.text.size(); ++i) {
        const char c = m.with.text[i] == kLineBreak ? ' ' : m.with.text[i];
        if (m.with.text.compare(i, 20, "end /* verilator lin") == 0) break;
        if (c != ' ' || (!out.empty() && out.back() != ' ')) out += c;
    }
    return out;
}

std::string why_not(const std::string& process) {
    const Made m = made("module m;\n" + process + "\nendmodule\n");
    EXPECT_TRUE(m.good);
    EXPECT_TRUE(m.with.blocks.empty());
    const std::size_t begin = m.said.find("not measured: ");
    return begin == std::string::npos ? m.said
                                      : m.said.substr(begin + 14, m.said.find(" [") - begin - 14);
}

TEST(VerilogStates, KeepsLinesAndTheUsersText) {
    const std::string text =
        "module m (input clk, a);\n  reg s;\n  always @(posedge clk) begin : p\n"
        "    // pragma recap x busy\n    if (a) s <= 1;\n  end\n  wire w;\nendmodule\n";
    const Made m = made(text);
    ASSERT_EQ(m.with.blocks.size(), 1u);
    const PragmaBlock& block = m.with.blocks[0];
    EXPECT_EQ(block.module, "m");
    EXPECT_EQ(block.name, "p");
    EXPECT_EQ(block.first_line, 3u);
    EXPECT_EQ(block.last_line, 6u);
    EXPECT_EQ(block.states.size(), 1u);
    EXPECT_EQ(std::count(m.with.text.begin(), m.with.text.end(), '\n'),
              std::count(text.begin(), text.end(), '\n'));
    EXPECT_EQ(m.with.text.substr(0, text.find("  end\n") + 5),
              text.substr(0, text.find("  end\n") + 5));
    EXPECT_TRUE(m.with.text.ends_with("\n  wire w;\nendmodule\n"));
    // Also when a comment of several lines holds the condition.
    const std::string comment = "/* pragma recap x busy :\n a ==\n 1 */";
    const std::string long_text =
        "module m (input clk, a);\nalways @(posedge clk) begin " + comment + " end\nendmodule\n";
    const Made longer = made(long_text);
    EXPECT_EQ(std::count(longer.with.text.begin(), longer.with.text.end(), '\n'), 5);
    EXPECT_NE(longer.with.text.find("a ==  1"), std::string::npos);
}

TEST(VerilogStates, InheritsWhatLeadsThere) {
    EXPECT_EQ(
        copy_of("always @(posedge clk) if (a) x <= 1; else begin\n// pragma recap s busy\nend"),
        "tapestry_pragma_1_holds = 1'd0; if (a) begin end else begin "
        "tapestry_pragma_1_holds = 1'd1; end ");
    EXPECT_EQ(copy_of("always @* case (c) A, B: // pragma recap s busy : d\n x = 1;\n"
                      "default: x = 0; endcase"),
              "tapestry_pragma_1_holds = 1'd0; case (c) A, B: begin if (d) begin "
              "tapestry_pragma_1_holds = 1'd1; end end default: begin end endcase ");
}

TEST(VerilogStates, APragmaBehindAStatementIsWithIt) {
    EXPECT_EQ(
        copy_of("always @(posedge clk) begin\nif (a) x <= 1; // pragma recap s busy\ny <= 1;\n"
                "end"),
        "tapestry_pragma_1_holds = 1'd0; begin if (a) begin "
        "tapestry_pragma_1_holds = 1'd1; end end ");
}

TEST(VerilogStates, CopiesWhatDecides) {
    const std::string copy = copy_of(
        "reg [3:0] t, u; integer i;\nalways @* begin t = a; u = b; for (i = 0; i < 2; i = i + 1)\n"
        "if (t[i]) begin // pragma recap s busy\n end end");
    EXPECT_NE(copy.find("integer i; reg [3:0] t;"), std::string::npos) << copy;
    EXPECT_NE(copy.find("t = a; for (i = 0; i < 2; i = i + 1)"), std::string::npos) << copy;
    EXPECT_EQ(copy.find("u = b"), std::string::npos) << copy;
}

TEST(VerilogStates, StatesThatMayOverlap) {
    const auto held = [](const std::string& process) {
        std::string names;
        const Made m = made("module m;\n" + process + "\nendmodule");
        for (const PragmaBlock& block : m.with.blocks) {
            for (const PragmaState& s : block.states)
                if (s.held_bit >= 0) names += s.pragma.name;
        }
        return names;
    };
    EXPECT_EQ(held("always @* begin\n// pragma recap a busy\nif (x) begin\n// pragma recap b busy\n"
                   "end else begin\n// pragma recap c busy\nend end"),
              "a");
    EXPECT_EQ(
        held("always @* for (i = 0; i < 2; i = i + 1) if (x[i]) begin\n"
             "// pragma recap a busy\nend else begin\n// pragma recap b busy\nend\ninteger i;"),
        "ab");
}

TEST(VerilogStates, NoProcess) {
    const auto said = [](const std::string& text) { return made("module m;\n" + text).said; };
    EXPECT_NE(said("// pragma recap s busy\nendmodule")
                  .find("a.sv:2: error: 'pragma recap' stands in "
                        "no process"),
              std::string::npos);
    EXPECT_NE(said("initial begin\n// pragma recap s busy\nend\nendmodule").find("runs once"),
              std::string::npos);
    EXPECT_NE(said("function f; begin\n// pragma recap s busy\nend endfunction\nendmodule")
                  .find("function or task"),
              std::string::npos);
}

// A process within a process is no Verilog; the text is copied once all the same.
TEST(VerilogStates, ProcessesInProcesses) {
    const std::string text =
        "module m;\nalways @* begin\n// pragma recap s busy\nalways @* begin\n"
        "// pragma recap t idle\nx = 1; end\ny = 1; end\nendmodule\n";
    Diagnostics diagnostics;
    const auto with = verilog_with_states(text, "a.sv", diagnostics);
    if (with) {
        EXPECT_EQ(std::count(with->text.begin(), with->text.end(), '\n'), 8);
    }
}

TEST(VerilogStates, Contradictions) {
    const auto said = [](const std::string& text) {
        return made("module m;\nalways @* begin\n" + text + "\nend\nendmodule").said;
    };
    EXPECT_NE(said("// pragma recap s busy\n// pragma recap s idle")
                  .find("'s' is idle here and busy in line 3"),
              std::string::npos);
    EXPECT_NE(said("// pragma recap s busy -> t").find("names the state 't'"), std::string::npos);
}

TEST(VerilogStates, WhatCannotBeCopied) {
    const std::string p = "// pragma recap s busy\n";
    EXPECT_EQ(why_not("always @(posedge clk) begin @(posedge clk);\n" + p + "end"),
              "'@' stands in it in line 2");
    EXPECT_EQ(why_not("always @(posedge clk) begin `DO(x)\n" + p + "end"),
              "`DO stands in place of a statement in line 2");
    EXPECT_EQ(why_not("always @* begin t = a; if (t) begin\n" + p + "end end"),
              "its conditions read 't', which is assigned with '=', and whose declaration is not "
              "seen");
    EXPECT_EQ(why_not("if (P) always @* begin\n" + p + "end"),
              "it stands in a generate construct without 'begin' and 'end'");
    EXPECT_EQ(why_not("always @* begin change(t); if (t) begin\n" + p + "end end"),
              "'change(t);' may change what its conditions read");
    EXPECT_EQ(why_not("always @* case (x)\n" + p + "A: y = 1; endcase").substr(0, 33),
              "a pragma stands between the branc");
}

}  // namespace
}  // namespace tapestry
