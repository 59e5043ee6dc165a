// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int PASSES = 3, SHIFTS = 4;
    parameter int GAP = 1;
    logic clk = 0, rst = 1, el_vld, el_rdy, res_vld;
    logic [7:0] el = 1;
    logic [19:0] res;
    int cycles = 0, results = 0, gap = 0;
    always #5 clk = ~clk;
    assign el_vld = !rst && gap == 0;
    matrix_counters #(.PASSES(PASSES), .SHIFTS(SHIFTS)) dut (.*);
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (el_vld && el_rdy) begin
            el  <= el * 8'd3 + 8'd1;
            gap <= GAP;
        end else if (gap != 0) gap <= gap - 1;
        if (res_vld) results <= results + 1;
        if (results == 200) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
