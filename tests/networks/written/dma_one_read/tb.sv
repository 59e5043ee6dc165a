// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter OUTSTANDING = 2, LATENCY = 18;
    reg clk = 0, resetn = 0;
    wire valid;
    wire [31:0] sum;
    integer cycles = 0, words = 0;
    dma_one_read #(.OUTSTANDING(OUTSTANDING), .LATENCY(LATENCY)) dut (.clk(clk), .resetn(resetn), .sum_valid(valid), .sum(sum));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) resetn <= 1;
        if (valid) words <= words + 1;
        if (words == 800) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
