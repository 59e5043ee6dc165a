// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int MUL = 8, ADD = 4, GAP = 3;
    logic clk = 0, rst = 1, x_valid, x_ready, y_valid;
    logic [15:0] x = 100, y;
    int cycles = 0, samples = 0, gap = 0;
    always #5 clk = ~clk;
    assign x_valid = !rst && gap == 0;
    recursive_filter #(.MUL(MUL), .ADD(ADD)) dut (.*);
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (x_valid && x_ready) begin
            x   <= x + 16'd11;
            gap <= GAP;
        end else if (gap != 0) gap <= gap - 1;
        if (y_valid) samples <= samples + 1;
        if (samples == 500) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
