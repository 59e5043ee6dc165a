// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter LOOKUP = 7, RADIX = 1, DIGITS = 10;
    reg CLK = 0, RST_N = 0;
    wire [15:0] shown;
    wire fresh;
    reg [15:0] points = 16'd40000;
    reg [7:0] games = 8'd3;
    integer cycles = 0, count = 0;
    mkAverages #(.LOOKUP(LOOKUP), .RADIX(RADIX), .DIGITS(DIGITS)) dut (.CLK(CLK), .RST_N(RST_N), .shown(shown), .RDY_shown(fresh));
    always #5 CLK = ~CLK;
    always @(posedge CLK) begin
        cycles <= cycles + 1;
        if (cycles == 4) RST_N <= 1;
        if (fresh && RST_N) begin
            if (shown !== points / games) begin
                $display("wrong: %0d / %0d is not %0d", points, games, shown);
                $finish;
            end
            points <= points * 77 + 13;
            games  <= (games + 37) | 1;
            count  <= count + 1;
        end
        if (count == 300) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
