// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter HEAT = 20;
    parameter LOOK = 4;
    reg clk, reset;
    wire strike;
    integer cycles, strikes;
    line_printer #(HEAT, LOOK) dut (clk, reset, strike);
    initial begin
        clk = 0; reset = 1; cycles = 0; strikes = 0;
        #43 reset = 0;
    end
    always #5 clk = !clk;
    always @(posedge clk) begin
        cycles = cycles + 1;
        if (strike) strikes = strikes + 1;
        if (strikes == 250) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
