// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter FETCH = 7, OUT = 2;
    reg clk = 0, reset = 1;
    wire en;
    wire [15:0] sum;
    integer cycles = 0, sums = 0;
    reg [15:0] all = 0;
    always #5 clk = ~clk;
    systolic_stall #(.FETCH(FETCH), .OUT(OUT)) dut (.clk(clk), .reset(reset), .out_en(en), .out_sum(sum));
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 3) reset <= 0;
        if (en) begin
            sums <= sums + 1;
            all  <= all + sum;
        end
        if (sums == 400) begin
            $display("all %h", all);
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
