// SPDX-License-Identifier: Apache-2.0
`timescale 1 ns / 1 ps
module tb;
    parameter INTERVAL = 6;
    parameter SRC_GAP = 2;
    parameter DST_GAP = 1;
    reg ap_clk = 0, ap_rst_n;
    initial #2 ap_rst_n = 0;
    reg [31:0] data = 0;
    wire done, ready, idle, src_ready, dst_valid;
    wire [31:0] dst;
    integer cycles = 0, calls = 0, src_gap = 0, dst_gap = 0;
    wire src_valid = ap_rst_n && src_gap == 0;
    kernel #(.INTERVAL(INTERVAL)) dut (
        .ap_clk(ap_clk), .ap_rst_n(ap_rst_n), .ap_start(ap_rst_n), .ap_done(done), .ap_ready(ready), .ap_idle(idle),
        .src_TDATA(data), .src_TVALID(src_valid), .src_TREADY(src_ready),
        .dst_TDATA(dst), .dst_TVALID(dst_valid), .dst_TREADY(dst_gap == 0));
    always #5 ap_clk = ~ap_clk;
    always @(posedge ap_clk) begin
        cycles <= cycles + 1;
        if (cycles == 5) ap_rst_n <= 1;
        if (src_valid && src_ready) begin
            data    <= data + 1;
            src_gap <= SRC_GAP;
        end else if (src_gap != 0) src_gap <= src_gap - 1;
        if (dst_valid && dst_gap == 0) dst_gap <= DST_GAP;
        else if (dst_gap != 0) dst_gap <= dst_gap - 1;
        if (done) calls <= calls + 1;
        if (calls == 4) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
