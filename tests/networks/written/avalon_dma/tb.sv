// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter ACTIVATE = 5, PRECHARGE = 3, GAP = 1;
    reg clk = 0, reset_n = 0;
    reg [15:0] sample = 0;
    wire ready;
    wire [3:0] command;
    wire [15:0] dq;
    integer cycles = 0, writes = 0, gap = 0;
    wire valid = reset_n && gap == 0;
    avalon_dma #(.ACTIVATE(ACTIVATE), .PRECHARGE(PRECHARGE)) dut (
        .clk(clk), .reset_n(reset_n), .asi_valid(valid), .asi_ready(ready), .asi_data(sample), .command(command), .dq(dq));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 3) reset_n <= 1;
        if (valid && ready) begin
            sample <= sample + 16'd9;
            gap    <= GAP;
        end else if (gap != 0) gap <= gap - 1;
        if (dut.u_sdram.st == 2) writes <= writes + 1;
        if (writes == 300) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
