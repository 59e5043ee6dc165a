// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter PENALTY = 14;
    reg clk = 0, reset = 1;
    wire retire;
    integer cycles = 0, retired = 0;
    stalled_core #(.PENALTY(PENALTY)) dut (.clk(clk), .reset(reset), .retire(retire));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) reset <= 0;
        if (retire) retired <= retired + 1;
        if (retired == 900) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
