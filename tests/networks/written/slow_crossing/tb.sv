// SPDX-License-Identifier: Apache-2.0
`timescale 1ns / 1ps
module tb;
    parameter int STAGES = 4, MAKE = 3, CHECK = 2;
    logic a_clk = 0, b_clk = 0, rst_n = 0, good;
    int cycles = 0, words = 0;
    always #5 a_clk = ~a_clk;
    always #4.3 b_clk = ~b_clk;
    initial #60 rst_n = 1;
    slow_crossing #(.STAGES(STAGES), .MAKE(MAKE), .CHECK(CHECK)) dut (.*);
    always @(posedge a_clk) cycles <= cycles + 1;
    always @(posedge b_clk) begin
        if (good) words <= words + 1;
        if (words == 300) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
