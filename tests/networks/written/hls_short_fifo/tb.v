// SPDX-License-Identifier: Apache-2.0
`timescale 1 ns / 1 ps
module tb;
    parameter AROUND = 8, LATENCY = 24;
    reg clk = 0, rst_n = 0;
    reg [15:0] data = 0;
    wire ready, valid;
    wire [15:0] out;
    integer cycles = 0, pixels = 0;
    region #(.AROUND(AROUND), .LATENCY(LATENCY)) dut (
        .ap_clk(clk), .ap_rst_n(rst_n), .src_TDATA(data), .src_TVALID(rst_n), .src_TREADY(ready),
        .dst_TDATA(out), .dst_TVALID(valid), .dst_TREADY(1'b1));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst_n <= 1;
        if (rst_n && ready) data <= data + 1;
        if (valid === 1'b1) pixels <= pixels + 1;
        if (pixels == 1500) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
