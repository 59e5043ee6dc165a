// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter N = 2, FRACTION = 9, SLOW = 2, GAP = 1;
    reg clk = 0, rst = 1;
    reg [11:0] echo = 5;
    wire hold, dot;
    integer cycles = 0, dots = 0, gap = 0;
    wire en = !rst && gap == 0;
    hold_chain #(N, FRACTION, SLOW) dut (clk, rst, en, echo, hold, dot);
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (en && !hold) begin
            echo <= echo * 5 + 3;
            gap  <= GAP;
        end else if (gap != 0) gap <= gap - 1;
        if (dot) dots <= dots + 1;
        if (dots == 300) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
