// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter FETCH = 6, STEPS = 1, DIGITS = 4;
    reg CLK = 0, RST_N = 0;
    wire STROBE;
    wire [7:0] TEXT;
    integer cycles = 0, texts = 0;
    gcd_unit #(.FETCH(FETCH), .STEPS(STEPS), .DIGITS(DIGITS)) DUT (.CLK(CLK), .RST_N(RST_N), .TEXT_STROBE(STROBE), .TEXT(TEXT));
    always #5 CLK = ~CLK;
    always @(posedge CLK) begin
        cycles <= cycles + 1;
        if (cycles == 4) RST_N <= 1;
        if (STROBE) texts <= texts + 1;
        if (texts == 300) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
