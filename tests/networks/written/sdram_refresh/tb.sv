// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int THINK = 1, TRP = 3, TRCD = 3, TCL = 4, FOLD = 2;
    logic clk = 0, resetn = 0;
    logic sum_valid;
    logic [15:0] sum_value;
    int cycles = 0, words = 0;
    always #5 clk = ~clk;
    sdram_refresh #(.THINK(THINK), .TRP(TRP), .TRCD(TRCD), .TCL(TCL), .FOLD(FOLD)) dut (.clk, .resetn, .sum_valid, .sum_value);
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) resetn <= 1;
        if (sum_valid) words <= words + 1;
        if (words == 300) begin
            $display("sum %h", sum_value);
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
