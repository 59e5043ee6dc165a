// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter CREDITS = 4, FLIGHT = 8, WORK = 2, GAP = 0;
    reg clk = 0, rst = 1;
    reg [15:0] flit = 0;
    wire ready, strobe;
    wire [15:0] sum;
    integer cycles = 0, sums = 0, gap = 0;
    wire valid = !rst && gap == 0;
    credit_link #(.CREDITS(CREDITS), .FLIGHT(FLIGHT), .WORK(WORK)) dut (
        .clk(clk), .rst(rst), .flit_valid(valid), .flit_ready(ready), .flit(flit), .sum_strobe(strobe), .sum(sum));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (valid && ready) begin
            flit <= flit + 1;
            gap  <= GAP;
        end else if (gap != 0) gap <= gap - 1;
        if (strobe) sums <= sums + 1;
        if (sums == 1000) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
