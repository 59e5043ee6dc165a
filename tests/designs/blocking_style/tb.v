// SPDX-License-Identifier: Apache-2.0
// Starts the machine with lengths from a small generator and checks the ticks it counted.
`timescale 1ns / 1ps

module tb;
    reg        clk = 0, rst = 1, go = 0;
    reg  [3:0] length = 0;
    wire [7:0] ticks;
    reg  [7:0] expected = 0;
    integer    i, gap;

    always #5 clk = ~clk;

    blocking_style dut (.clk(clk), .rst(rst), .go(go), .length(length), .ticks(ticks));

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        repeat (3) @(negedge clk);
        rst = 0;
        for (i = 0; i < 40; i = i + 1) begin
            @(negedge clk);
            go       = 1;
            length   = (i * 7) % 11;
            expected = expected + length + 1;
            @(negedge clk);
            go = 0;
            gap = 3 + length + i % 5;
            repeat (gap) @(negedge clk);
        end
        if (ticks === expected) $display("PASS %0d ticks", ticks);
        else $display("FAIL ticks %0d, expected %0d", ticks, expected);
        $finish;
    end
endmodule
