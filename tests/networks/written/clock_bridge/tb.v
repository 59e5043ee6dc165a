// SPDX-License-Identifier: Apache-2.0
`timescale 1ns / 1ps
module tb;
    parameter EVERY = 8, SEGMENTS = 6, LOG2 = 3;
    reg fast_clk = 0, slow_clk = 0, rst_n = 0;
    wire shown;
    wire [7:0] segments;
    integer cycles = 0, readings = 0;
    clock_bridge #(.EVERY(EVERY), .SEGMENTS(SEGMENTS), .LOG2(LOG2)) dut (
        .fast_clk(fast_clk), .fast_rst_n(rst_n), .slow_clk(slow_clk), .slow_rst_n(rst_n), .shown(shown), .segments(segments));
    always #2 fast_clk = ~fast_clk;
    always #5.5 slow_clk = ~slow_clk;
    initial #40 rst_n = 1;
    always @(posedge fast_clk) cycles <= cycles + 1;
    always @(posedge slow_clk) begin
        if (shown) readings <= readings + 1;
        if (readings == 300) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
