// SPDX-License-Identifier: Apache-2.0
// Two clocks whose edges never fall together; the slow one becomes the faster one half way.
`timescale 1ns / 1ps

module tb;
    reg         fast_clk = 1'b0, slow_clk = 1'b0, rst_n = 1'b1;
    wire [15:0] taken;
    wire [7:0]  faults;
    real        half = 7.003;

    always #5 fast_clk = ~fast_clk;
    initial begin
        #1.25;
        forever #(half) slow_clk = ~slow_clk;
    end

    clock_bridge u_bridge (
        .fast_clk(fast_clk), .fast_rst_n(rst_n), .slow_clk(slow_clk), .slow_rst_n(rst_n),
        .taken(taken), .faults(faults)
    );

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        #2 rst_n = 1'b0;
        #40.6 rst_n = 1'b1;
        #15000 half = 3.007;
        #15000.3;
        if (faults == 0 && taken > 500) $display("PASS taken=%0d", taken);
        else $display("FAIL taken=%0d faults=%0d", taken, faults);
        $finish;
    end
endmodule
