// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/open_loop.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>

#include "base/file.h"
#include "read/verilog/elaborate.h"

namespace tapestry {
namespace {

// A receiver, whose testbench declares what it connects.
const char* const kDesign =
    "module unit (input clk, input rst, input rx, output reg [7:0] d, output reg v);\n"
    "  reg [2:0] n;\n"
    "  always @(posedge clk) if (rst) begin n <= 0; v <= 0; end\n"
    "    else begin n <= n + 1; v <= n == 7; d <= {d[6:0], rx}; end\n"
    "endmodule\n";

// Whether a testbench with these statements beside the usual ones sets its own pace.
bool is_open(const std::string& statements, const std::string& design = kDesign) {
    std::string name = (std::filesystem::temp_directory_path() / "open_loop_test-XXXXXX").string();
    EXPECT_TRUE(mkdtemp(name.data()));
    const std::filesystem::path folder = name;
    Diagnostics diagnostics;
    SourceSet sources;
    sources.files = {(folder / "unit.sv").string()};
    ElaborateOptions options;
    options.top = "unit";
    options.testbench_files = {(folder / "tb.sv").string()};
    options.testbench_top = "tb";
    options.scratch = folder;
    if (const char* verilator = getenv("VERILATOR")) options.verilator = verilator;
    const std::string bench =
        "`timescale 1ns/1ns\nmodule tb;\n"
        "  reg clk = 0, rst = 1, rx = 1, go = 0;\n  wire [7:0] d;\n  wire v;\n"
        "  integer i, count = 0, errors = 0;\n  reg [7:0] want = 8'h55;\n  event seen;\n"
        "  always #5 clk = ~clk;\n  initial #22 rst = 0;\n"
        "  unit dut (.clk(clk), .rst(rst), .rx(rx), .d(d), .v(v));\n" +
        statements + "\nendmodule\n";
    EXPECT_TRUE(write_file(sources.files[0], design, diagnostics));
    EXPECT_TRUE(write_file(options.testbench_files[0], bench, diagnostics));
    const Result<Elaborated> elaborated = elaborate(sources, options, diagnostics);
    for (const Diagnostic& d : diagnostics.all()) std::fputs(to_text(d).c_str(), stderr);
    std::filesystem::remove_all(folder);
    EXPECT_TRUE(elaborated && elaborated->with_testbench);
    return elaborated && elaborated->open_loop;
}

const std::string kSend =
    "task send(input [7:0] b);\n  integer k;\n  begin\n"
    "    for (k = 0; k < 8; k = k + 1) begin rx = b[k]; #80; end\n    rx = 1; #80;\n  end\n"
    "endtask\n";

TEST(OpenLoop, DrivesAtAPaceOfItsOwn) {
    for (const std::string& bench : std::vector<std::string>{
             // a task with delays
             kSend + "initial begin #50; repeat (10) send($random); $finish; end",
             // that is called one after the other, and compares what came
             kSend + "initial begin #50; send(1); send(2); send(3); send(4);\n"
                     "  if (d !== want) begin errors = errors + 1; $display(\"bad %d\", d); end\n"
                     "  if (errors == 0) $display(\"PASS\"); $finish; end",
             // edges of the clock
             std::string("initial begin repeat (20) @(posedge clk);\n"
                         "  for (i = 0; i < 40; i = i + 1) begin @(negedge clk) rx = i[0]; end\n"
                         "  repeat (9) @(posedge clk); $finish; end"),
             // without end, and the end by time
             std::string("initial forever begin #70 rx = ~rx; #33; end\ninitial #5000 $finish;"),
             // a process on the clock that counts
             std::string("always @(posedge clk) begin count <= count + 1; rx <= count[2];\n"
                         "  if (count == 300) $finish; end"),
             // a checker beside it that only prints and counts
             kSend + "initial begin #50; repeat (10) send($random); $finish; end\n"
                     "always @(posedge clk) if (v) begin count = count + 1;\n"
                     "  if (d !== want) errors = errors + 1; $display(\"%0d: %h\", count, d); end\n"
                     "always @(posedge v) want <= want + 1;",
             // a model of the line between testbench and design
             std::string("reg raw = 0;\nwire late;\nassign #3 late = raw;\nalways @(*) rx = late;\n"
                         "initial begin repeat (40) begin #40 raw = ~raw; end $finish; end"),
         })
        EXPECT_TRUE(is_open(bench)) << bench;
}

TEST(OpenLoop, WaitsForTheDesignInSomeWay) {
    const std::string paced = kSend + "initial begin #50; repeat (10) begin send($random); ";
    for (const std::string& bench : std::vector<std::string>{
             paced + "wait (v); end $finish; end",
             paced + "@(posedge v); end $finish; end",
             paced + "while (!v) @(posedge clk); end $finish; end",
             paced + "if (d != 0) #100; end $finish; end",
             paced + "repeat (d) @(posedge clk); end $finish; end",
             // through a wire, a register, an event
             "wire ready = v;\n" + paced + "wait (ready); end $finish; end",
             "reg ready = 0;\nalways @(posedge clk) ready <= v;\n" + paced +
                 "wait (ready); end $finish; end",
             "always @(posedge v) -> seen;\n" + paced + "@(seen); end $finish; end",
             // an argument of a task, a function
             "task meet(input [7:0] n); repeat (n) @(posedge clk); endtask\n" + paced +
                 "meet(d); end $finish; end",
             "task until_there; begin @(posedge v); end endtask\n" + paced +
                 "until_there; end $finish; end",
             "function busy(input x); busy = !v; endfunction\n" + paced +
                 "while (busy(0)) @(posedge clk); end $finish; end",
             // what is sent, when, or when it ends
             kSend + "initial begin #50; repeat (10) send(d); $finish; end",
             "always @(*) rx = v;\ninitial begin repeat (10) #90 go = ~go; $finish; end",
             paced + "end end\nalways @(posedge clk) if (v) count <= count + 1;\n"
                     "always @(posedge clk) if (count == 5) $finish;",
             paced + "if (d !== want) begin $display(\"bad\"); $finish; end end $finish; end",
             kSend + "initial begin #50; begin : work repeat (10) begin send(1);\n"
                     "  if (d !== want) disable work; end end $finish; end",
             // what it sees inside the design
             paced + "wait (dut.n == 3); end $finish; end",
         })
        EXPECT_FALSE(is_open(bench)) << bench;
}

// One command and a long wait, a clock and a reset: the design runs by itself then.
TEST(OpenLoop, ADesignThatIsLetRunIsNotPaced) {
    for (const char* bench :
         {"initial #5000 $finish;", "initial begin #90 rx = 0; #9000 $finish; end",
          "always @(posedge clk) rx <= 1;\ninitial #5000 $finish;",
          "always @(posedge clk) count <= count + 1;\n"
          "always @(posedge clk) rst <= count < 9;\ninitial #5000 $finish;"})
        EXPECT_FALSE(is_open(bench)) << bench;
}

TEST(OpenLoop, ADesignThatEndsTheRunIsNotPaced) {
    std::string design = kDesign;
    design.insert(design.rfind("endmodule"), "  always @(posedge clk) if (v) $finish;\n");
    const std::string bench = kSend + "initial begin #50; repeat (10) send(1); $finish; end";
    EXPECT_TRUE(is_open(bench));
    EXPECT_FALSE(is_open(bench, design));
}

}  // namespace
}  // namespace tapestry
