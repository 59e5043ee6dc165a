// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter REST = 3, WORK = 3;
    reg fast = 0, slow = 0, rst_n = 0;
    wire eaten;
    wire [7:0] sum;
    integer cycles = 0, words = 0;
    always #5 fast = ~fast;
    always #15 slow = ~slow;
    gray_fifo #(.REST(REST), .WORK(WORK)) dut (.fast_clk(fast), .fast_rst_n(rst_n), .slow_clk(slow), .slow_rst_n(rst_n), .eaten(eaten), .sum(sum));
    always @(posedge fast) cycles <= cycles + 1;
    always @(posedge slow) begin
        if (cycles > 9) rst_n <= 1;
        if (eaten) words <= words + 1;
        if (words == 300) begin
            $display("sum %h", sum);
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
