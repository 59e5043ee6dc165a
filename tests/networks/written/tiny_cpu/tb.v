// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter BITS = 16, WAITS = 2;
    reg clk = 0, rst = 1;
    wire [15:0] acc;
    wire jumped;
    integer cycles = 0, rounds = 0;
    tiny_cpu #(.BITS(BITS), .WAITS(WAITS)) dut (.clk(clk), .rst(rst), .acc(acc), .jumped(jumped));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (jumped) rounds <= rounds + 1;
        if (rounds == 100) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
