// SPDX-License-Identifier: Apache-2.0
#include "weave/text/module_structure.h"

#include <gtest/gtest.h>

#include "base/verilog_text.h"

namespace tapestry {
namespace {

ModuleStructure read(const std::string& text) {
    const std::string masked = mask_comments(text);
    const auto module = find_module(masked, "m", 1);
    EXPECT_TRUE(module);
    const auto structure = structure_of(masked, *module);
    EXPECT_TRUE(structure);
    return structure.value_or(ModuleStructure());
}

bool refused(const std::string& text) {
    const std::string masked = mask_comments(text);
    return !structure_of(masked, *find_module(masked, "m", 1));
}

TEST(ModuleStructure, TellsHeadersApart) {
    EXPECT_TRUE(read("module m (input a, output b); endmodule").header.ansi);
    EXPECT_TRUE(
        read("module m #(parameter N = f(1)) (bus.master b, input a); endmodule").header.ansi);
    EXPECT_FALSE(read("module m (a, b); input a; output b; endmodule").header.ansi);
    EXPECT_FALSE(read("module m (a); input a; endmodule").header.ansi);
    EXPECT_TRUE(read("module m (); endmodule").header.empty);
    EXPECT_EQ(read("module m; endmodule").header.ports_open, kNowhere);
    EXPECT_EQ(read("module m import p::*; (input a); endmodule").header.end, 31U);
    EXPECT_TRUE(refused("module m (`PORTS); endmodule"));
}

TEST(ModuleStructure, FindsInstances) {
    const ModuleStructure s = read(
        "module m (input a);\n"
        "  wire [3:0] x = f(a);\n"
        "  foo #(.N(3)) u1 (.a(a), .b(g(x, a)));\n"
        "  foo u2 (a, x[1:0]), u3 ();\n"
        "  foo u4 [3:0] (.a({x, a}));\n"
        "  \\an-odd/module \\an[odd]name (.\\a# (a));\n"
        "  always @(posedge a) begin if (x) foo(1); else case (x) 1: begin end endcase end\n"
        "  initial for (int i = 0; i < 3; i++) y = i;\n"
        "  function f(input x); begin if (x) f = 1; end endfunction\n"
        "endmodule");
    ASSERT_EQ(s.body.items.size(), 5U);
    EXPECT_EQ(s.body.items[4].module, "an-odd/module");
    EXPECT_EQ(s.body.items[4].name, "an[odd]name");
    EXPECT_EQ(s.body.items[0].name, "u1");
    EXPECT_TRUE(s.body.items[0].named);
    EXPECT_EQ(s.body.items[0].connections, 2U);
    EXPECT_FALSE(s.body.items[1].named);
    EXPECT_EQ(s.body.items[1].connections, 2U);
    EXPECT_EQ(s.body.items[2].connections, 0U);
    EXPECT_EQ(s.body.items[3].range, "3:0");
}

TEST(ModuleStructure, PassesOverNamedBlocks) {
    const ModuleStructure s = read(
        "module m (input clk, input a, output reg q);\n"
        "  always @(posedge clk) begin : p\n"
        "    integer i;\n"
        "    q <= a;\n"
        "  end\n"
        "  initial fork : f q = 0; join\n"
        "  always @(posedge clk) begin : r if (a) begin : inner q <= 0; end end : r\n"
        "  leaf u (.a(a));\n"
        "endmodule");
    ASSERT_EQ(s.body.items.size(), 1U);
    EXPECT_EQ(s.body.items[0].name, "u");
}

TEST(ModuleStructure, ReadsLoops) {
    auto loop = [](const std::string& header) {
        return read("module m; for (" + header + ") begin : g foo u (); end endmodule")
            .body.items.at(0)
            .loop;
    };
    const LoopHeader up = loop("i = 0; i < N; i = i + 1");
    EXPECT_TRUE(up.regular);
    EXPECT_EQ(up.limit, "N");
    EXPECT_EQ(up.step, "1");
    EXPECT_TRUE(loop("genvar i = f(2, 3); i <= N - 1; i++").inclusive);
    EXPECT_TRUE(loop("i = N - 1; i >= 0; i = i - 1").down);
    EXPECT_EQ(loop("i = 0; i < N; i += 2").step, "2");
    EXPECT_FALSE(loop("i = 0; i < N; i = i * 2").regular);
    EXPECT_FALSE(loop("i = 0; i != N; i = i + 1").regular);
    EXPECT_FALSE(loop("i = 0; i < N; i = i - 1").regular);
}

TEST(ModuleStructure, NumbersUnnamedBlocks) {
    const ModuleStructure s = read(
        "module m; generate\n"
        "  if (A) foo u1 (); else if (B) begin foo u2 (); end else begin : c foo u3 (); end\n"
        "  for (i = 0; i < 2; i = i + 1) foo u4 ();\n"
        "  case (C) 1, 2: begin : two foo u5 (); end default: foo u6 (); endcase\n"
        "endgenerate endmodule");
    ASSERT_EQ(s.body.items.size(), 3U);
    const StructureItem& choice = s.body.items[0];
    EXPECT_EQ(choice.bodies[0].label, "genblk1");
    EXPECT_FALSE(choice.bodies[0].has_begin);
    ASSERT_TRUE(choice.bodies[1].direct);
    EXPECT_EQ(choice.bodies[1].items[0].bodies[0].label, "genblk1");
    EXPECT_EQ(choice.bodies[1].items[0].bodies[1].label, "c");
    EXPECT_EQ(s.body.items[1].bodies[0].label, "genblk2");
    EXPECT_EQ(s.body.items[2].bodies[0].label, "two");
    EXPECT_EQ(s.body.items[2].bodies[1].label, "genblk3");
    EXPECT_TRUE(s.body.items[2].has_default);
}

TEST(ModuleStructure, RefusesWhatDoesNotClose) {
    EXPECT_TRUE(refused("module m; if (A) begin foo u (); endmodule"));
    EXPECT_TRUE(refused("module m; end endmodule"));
    EXPECT_TRUE(refused("module m; foo u (a; endmodule"));
}

}  // namespace
}  // namespace tapestry
