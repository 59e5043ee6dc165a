// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int STRIDE = 4, THINK = 2, CYCLES = 7;
    logic clk = 0, rst = 1;
    logic [3:0] done;
    int cycles = 0, writes = 0;
    always #5 clk = ~clk;
    bank_conflict #(.STRIDE(STRIDE), .THINK(THINK), .CYCLES(CYCLES)) dut (.clk, .rst, .done);
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (!rst) writes <= writes + done[0] + done[1] + done[2] + done[3];
        if (writes >= 600) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
