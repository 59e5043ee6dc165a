// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter ECHOES = 30, BUTTERFLIES = 75;
    reg clk = 0, rst = 1;
    wire swapped;
    wire [15:0] peak;
    integer cycles = 0, swaps = 0;
    ping_pong #(.ECHOES(ECHOES), .BUTTERFLIES(BUTTERFLIES)) dut (.clk(clk), .rst(rst), .swapped(swapped), .peak(peak));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (swapped === 1'b1) swaps <= swaps + 1;
        if (swaps == 80) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
