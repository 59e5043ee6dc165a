// SPDX-License-Identifier: Apache-2.0
`timescale 1ns / 1ns
module tb;
    parameter FLASH_WAIT = 7;
    parameter RAM_WAIT = 1;
    reg clk, rst, start;
    wire irq;
    integer cycles;
    wishbone_copy #(.FLASH_WAIT(FLASH_WAIT), .RAM_WAIT(RAM_WAIT)) dut (.clk_i(clk), .rst_i(rst), .start(start), .irq(irq));
    initial begin
        clk    = 0;
        rst    = 1;
        start  = 0;
        cycles = 0;
        #52 rst = 0;
        #40 start = 1;
        #10 start = 0;
    end
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles = cycles + 1;
        if (irq) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
