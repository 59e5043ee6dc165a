// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int THINK = 3, CYCLES = 6;
    logic clk = 0, rst_n = 0;
    logic [1:0] hop;
    int cycles = 0, hops = 0;
    always #5 clk = ~clk;
    struct_bus #(.THINK(THINK), .CYCLES(CYCLES)) dut (.clk_i(clk), .rst_ni(rst_n), .hop_o(hop));
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst_n <= 1;
        hops <= hops + hop[0] + hop[1];
        if (hops >= 800) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
