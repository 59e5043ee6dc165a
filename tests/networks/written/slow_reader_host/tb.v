// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter STEPS = 5, SLEEP = 22, GAP = 2;
    reg rst_l, clk;
    reg [15:0] meas;
    wire meas_a, pc_v;
    wire [7:0] pc_d;
    integer cycles, bytes, sleep, gap;
    wire meas_v = rst_l && gap == 0;
    wire pc_a = sleep == 0;
    slow_reader_host #(STEPS) dut (rst_l, clk, meas, meas_v, meas_a, pc_d, pc_v, pc_a);
    initial begin
        rst_l = 0; clk = 0; meas = 17; cycles = 0; bytes = 0; sleep = 0; gap = 0;
        #41 rst_l = 1;
    end
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (meas_v && meas_a) begin
            meas <= meas + 5;
            gap  <= GAP;
        end else if (gap != 0) gap <= gap - 1;
        if (pc_v && pc_a) begin
            bytes <= bytes + 1;
            sleep <= SLEEP;
        end else if (sleep != 0) sleep <= sleep - 1;
        if (bytes == 250) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
