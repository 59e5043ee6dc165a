// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter BACKOFF = 4, PROGRAM = 30;
    reg clk = 0, rst = 1;
    wire written;
    wire [15:0] check;
    integer cycles = 0, blocks = 0;
    always #5 clk = ~clk;
    nack_retry #(.BACKOFF(BACKOFF), .PROGRAM(PROGRAM)) dut (.clk(clk), .rst(rst), .written(written), .check(check));
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 3) rst <= 0;
        if (written) blocks <= blocks + 1;
        if (blocks == 120) begin
            $display("check %h", check);
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
