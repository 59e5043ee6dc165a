// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int CUT = 7, BEND = 7, PAINT = 7;
    logic clk = 0, resetn = 0, sheet_r, part_v;
    logic [7:0] sheet = 0, part;
    int cycles = 0, parts = 0;
    always #5 clk = ~clk;
    balanced_line #(.CUT(CUT), .BEND(BEND), .PAINT(PAINT)) dut (.clk, .resetn, .sheet_v(resetn), .sheet_r, .sheet, .part_v, .part_r(1'b1), .part);
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) resetn <= 1;
        if (resetn && sheet_r) sheet <= sheet + 8'd8;
        if (part_v) parts <= parts + 1;
        if (parts == 500) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
