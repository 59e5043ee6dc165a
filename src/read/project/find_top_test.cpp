// SPDX-License-Identifier: Apache-2.0
#include "read/project/find_top.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "base/scratch.h"

namespace tapestry {
namespace {

bool is_driven(const std::string& text, const std::string& top) {
    const Scratch scratch;
    Diagnostics diagnostics;
    const std::string file = (scratch.path() / "text.sv").string();
    EXPECT_TRUE(write_file(file, text, diagnostics));
    SourceSet sources;
    sources.files = {file};
    sources.defines = {{"GIVEN", "1"}};
    return is_driven_from_outside(sources, top);
}

TEST(FindTop, ATopWithInputsIsDrivenFromOutside) {
    EXPECT_TRUE(is_driven("module m (input wire clk, output reg q); endmodule", "m"));
    EXPECT_TRUE(is_driven("module m #(parameter N = (2)) (inout wire [N-1:0] p); endmodule", "m"));
    EXPECT_TRUE(is_driven("module m import p::*; (input wire clk); endmodule", "m"));
    EXPECT_TRUE(is_driven("module m (clk, q); input clk; output q; endmodule", "m"));
    EXPECT_TRUE(is_driven("module m (bus.slave s); endmodule", "m"));
    EXPECT_TRUE(is_driven("module m (input wire clk); part p (); endmodule", ""));
}

TEST(FindTop, PortsCountWhereTheyAreCompiled) {
    const std::string ports = "\n) (input wire clk);\n`else\n);\n`endif\nendmodule";
    EXPECT_FALSE(is_driven("module tb #(parameter N = 1\n`ifdef OTHER" + ports, "tb"));
    EXPECT_TRUE(is_driven("module tb #(parameter N = 1\n`ifdef GIVEN" + ports, "tb"));
    EXPECT_TRUE(is_driven("`define HERE\nmodule tb #(parameter N = 1\n`ifdef HERE" + ports, "tb"));
    EXPECT_TRUE(is_driven("module tb #(parameter N = 1\n`ifndef OTHER" + ports, "tb"));
    EXPECT_FALSE(
        is_driven("`ifdef OTHER\nmodule m (input x);\n`elsif GIVEN\nmodule m;\n`else\n"
                  "module m (input y);\n`endif\nendmodule",
                  "m"));
}

TEST(FindTop, ATestbenchIsNot) {
    EXPECT_FALSE(is_driven("module tb; task t; input x; endtask endmodule", "tb"));
    EXPECT_FALSE(is_driven("module tb (); dut d (); endmodule", "tb"));
    EXPECT_FALSE(is_driven("module tb #(parameter N = 1); endmodule", ""));
    EXPECT_FALSE(is_driven("module tb (output reg done); endmodule", "tb"));
    EXPECT_FALSE(is_driven("module a (input x); endmodule module b (input x); endmodule", ""));
}

std::string top_of(const std::string& design, const std::string& testbench) {
    const Scratch scratch;
    Diagnostics diagnostics;
    const auto written = [&](const char* name, const std::string& text) {
        const std::string file = (scratch.path() / name).string();
        EXPECT_TRUE(write_file(file, text, diagnostics));
        return std::vector<std::string>{file};
    };
    return find_top(written("design.v", design), written("bench.v", testbench), diagnostics)
        .value_or("");
}

TEST(FindTop, IsWhatTheTestbenchInstantiates) {
    const std::string two =
        "module part; endmodule module a; part p(); endmodule "
        "module b; part p(); endmodule ";
    EXPECT_EQ(top_of(two, "module tb; b dut (); endmodule"), "b");
    EXPECT_EQ(top_of(two, "module tb; b dut (); part beside (); endmodule"), "b");
    EXPECT_EQ(top_of(two, "module tb; part dut (); endmodule"), "part");
    EXPECT_EQ(top_of(two, "module tb; a x (); b y (); endmodule"), "");
    EXPECT_EQ(top_of(two, "int main() { return 0; }"), "");
}

TEST(FindTop, ASoleTopIsItUnlessTheTestbenchDoesNotNameIt) {
    const std::string one = "module core; endmodule module chip; core c(); endmodule ";
    EXPECT_EQ(top_of(one, "module tb; chip dut (); core model (); endmodule"), "chip");
    EXPECT_EQ(top_of(one, "`define DUT chip\nmodule tb; `DUT dut (); core model (); endmodule"),
              "chip");
    EXPECT_EQ(top_of(one, "module tb; core dut (); endmodule"), "core");
    EXPECT_EQ(top_of(one, "int main() { return 0; }"), "chip");
}

}  // namespace
}  // namespace tapestry
