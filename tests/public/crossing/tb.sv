// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int QUEUE = 0, WORDS = 400;
    logic src_clk = 0, dst_clk = 0, rst_n = 0, ready;
    logic [31:0] give = 1, total;
    logic [15:0] number;
    int cycles = 0;
    bridge #(.QUEUE(QUEUE)) dut (.src_clk(src_clk), .dst_clk(dst_clk), .rst_ni(rst_n), .give(give), .give_valid(rst_n), .give_ready(ready),
                                 .total(total), .number(number));
    always #5 src_clk = ~src_clk;
    initial begin
        #2;
        forever #5 dst_clk = ~dst_clk;
    end
    always @(posedge src_clk) begin
        cycles <= cycles + 1;
        rst_n <= cycles > 3;
        if (rst_n && ready) give <= give + 3;
    end
    always @(posedge dst_clk)
        if (number == WORDS[15:0]) begin
            $display("total %h", total);
            $display("cycles %0d", cycles);
            $finish;
        end
endmodule
