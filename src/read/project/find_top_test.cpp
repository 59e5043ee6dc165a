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

}  // namespace
}  // namespace tapestry
