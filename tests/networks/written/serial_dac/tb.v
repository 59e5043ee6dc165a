// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter LOOKUP = 4, CLOCKS = 2;
    reg clk = 0, clr = 1;
    wire sdo, sync;
    integer cycles = 0, words = 0;
    always #5 clk = ~clk;
    serial_dac #(.LOOKUP(LOOKUP), .CLOCKS(CLOCKS)) dut (.clk(clk), .clr(clr), .sdo(sdo), .sync(sync));
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 3) clr <= 0;
        if (sync) words <= words + 1;
        if (words == 150) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
