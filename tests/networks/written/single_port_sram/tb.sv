// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int THINK = 2, CYCLES = 3;
    logic clk = 0, rst = 1;
    logic [2:0] served;
    logic [7:0] q;
    int cycles = 0, accesses = 0;
    always #5 clk = ~clk;
    single_port_sram #(.THINK(THINK), .CYCLES(CYCLES)) dut (.clk, .rst, .served, .q);
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (!rst) accesses <= accesses + served[0] + served[1] + served[2];
        if (accesses >= 900) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
