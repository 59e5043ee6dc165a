// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter REFILL = 3, LATENCY = 2, CYCLES = 8;
    reg clk = 0, rst = 1;
    wire stb;
    wire [15:0] data;
    reg [15:0] sum = 0;
    reg [7:0] at = 8'h10;
    integer cycles = 0, count = 0, i;
    branchy_core #(.REFILL(REFILL), .LATENCY(LATENCY), .CYCLES(CYCLES)) dut (.clk(clk), .rst(rst), .out_stb(stb), .out_data(data));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (stb && !rst) begin
            for (i = 0; i < 8; i = i + 1) begin
                sum = ({at, ~at} + sum) ^ 5;
                at  = at + 1;
            end
            sum = sum * sum;
            if (data !== sum) begin
                $display("wrong: output %0d is %h, not %h", count, data, sum);
                $finish;
            end
            count <= count + 1;
        end
        if (count == 50) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
