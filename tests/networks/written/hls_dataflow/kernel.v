// SPDX-License-Identifier: Apache-2.0
// The region: three processes, two channels, and a start FIFO for each process behind the first.
`timescale 1 ns / 1 ps
module start_for_filter_U0 (
    input  wire clk,
    input  wire reset,
    output wire if_full_n,
    input  wire if_write,
    output wire if_empty_n,
    input  wire if_read
);
    reg [1:0] count;
    assign if_full_n  = count != 2'd2;
    assign if_empty_n = count != 2'd0;
    always @(posedge clk)
        if (reset) count <= 2'd0;
        else count <= count + (if_write & if_full_n) - (if_read & if_empty_n);
endmodule

module kernel #(parameter INTERVAL = 6) (
    input         ap_clk,
    input         ap_rst_n,
    input         ap_start,
    output        ap_done,
    output        ap_ready,
    output        ap_idle,
    input  [31:0] src_TDATA,
    input         src_TVALID,
    output        src_TREADY,
    output [31:0] dst_TDATA,
    output        dst_TVALID,
    input         dst_TREADY
);
    reg ap_rst_n_inv;
    always @(*) ap_rst_n_inv = ~ap_rst_n;
    wire        read_in_U0_ap_start, read_in_U0_ap_done, read_in_U0_ap_idle, read_in_U0_ap_ready;
    wire [31:0] read_in_U0_s1_din, filter_U0_s2_din, s1_dout, s2_dout;
    wire        read_in_U0_s1_write, filter_U0_s1_read, filter_U0_s2_write, write_out_U0_s2_read;
    wire        filter_U0_ap_start, filter_U0_ap_done, filter_U0_ap_idle, filter_U0_ap_ready;
    wire        write_out_U0_ap_start, write_out_U0_ap_done, write_out_U0_ap_idle, write_out_U0_ap_ready;
    wire        s1_full_n, s1_empty_n, s2_full_n, s2_empty_n;
    wire        start_for_filter_U0_full_n, start_for_write_out_U0_full_n;
    reg         start_once_reg;
    wire        real_start = ap_start & start_for_filter_U0_full_n & start_for_write_out_U0_full_n;
    wire        start_write = (real_start | 1'b0) & ~start_once_reg;
    always @(posedge ap_clk)
        if (ap_rst_n_inv == 1'b1) start_once_reg <= 1'b0;
        else if (read_in_U0_ap_ready == 1'b1) start_once_reg <= 1'b0;
        else if (start_write == 1'b1) start_once_reg <= 1'b1;
    assign read_in_U0_ap_start = real_start | (ap_start & start_once_reg);
    assign ap_ready = read_in_U0_ap_ready;
    assign ap_done  = write_out_U0_ap_done;
    assign ap_idle  = read_in_U0_ap_idle & filter_U0_ap_idle & write_out_U0_ap_idle;
    read_in read_in_U0 (
        .ap_clk(ap_clk), .ap_rst(ap_rst_n_inv), .ap_start(read_in_U0_ap_start), .ap_done(read_in_U0_ap_done),
        .ap_continue(1'b1), .ap_idle(read_in_U0_ap_idle), .ap_ready(read_in_U0_ap_ready), .src_TDATA(src_TDATA),
        .src_TVALID(src_TVALID), .src_TREADY(src_TREADY), .s1_din(read_in_U0_s1_din), .s1_full_n(s1_full_n), .s1_write(read_in_U0_s1_write));
    filter #(.INTERVAL(INTERVAL)) filter_U0 (
        .ap_clk(ap_clk), .ap_rst(ap_rst_n_inv), .ap_start(filter_U0_ap_start), .ap_done(filter_U0_ap_done),
        .ap_continue(1'b1), .ap_idle(filter_U0_ap_idle), .ap_ready(filter_U0_ap_ready), .s1_dout(s1_dout), .s1_empty_n(s1_empty_n),
        .s1_read(filter_U0_s1_read), .s2_din(filter_U0_s2_din), .s2_full_n(s2_full_n), .s2_write(filter_U0_s2_write));
    write_out write_out_U0 (
        .ap_clk(ap_clk), .ap_rst(ap_rst_n_inv), .ap_start(write_out_U0_ap_start), .ap_done(write_out_U0_ap_done),
        .ap_continue(1'b1), .ap_idle(write_out_U0_ap_idle), .ap_ready(write_out_U0_ap_ready), .s2_dout(s2_dout), .s2_empty_n(s2_empty_n),
        .s2_read(write_out_U0_s2_read), .dst_TDATA(dst_TDATA), .dst_TVALID(dst_TVALID), .dst_TREADY(dst_TREADY));
    fifo_w32_d2_S s1_U (
        .clk(ap_clk), .reset(ap_rst_n_inv), .if_din(read_in_U0_s1_din), .if_full_n(s1_full_n), .if_write(read_in_U0_s1_write),
        .if_write_ce(1'b1), .if_read_ce(1'b1), .if_dout(s1_dout), .if_empty_n(s1_empty_n), .if_read(filter_U0_s1_read));
    fifo_w32_d2_S s2_U (
        .clk(ap_clk), .reset(ap_rst_n_inv), .if_din(filter_U0_s2_din), .if_full_n(s2_full_n), .if_write(filter_U0_s2_write),
        .if_write_ce(1'b1), .if_read_ce(1'b1), .if_dout(s2_dout), .if_empty_n(s2_empty_n), .if_read(write_out_U0_s2_read));
    start_for_filter_U0 start_for_filter_U0_U (
        .clk(ap_clk), .reset(ap_rst_n_inv), .if_full_n(start_for_filter_U0_full_n), .if_write(start_write),
        .if_empty_n(filter_U0_ap_start), .if_read(filter_U0_ap_ready));
    start_for_filter_U0 start_for_write_out_U0_U (
        .clk(ap_clk), .reset(ap_rst_n_inv), .if_full_n(start_for_write_out_U0_full_n), .if_write(start_write),
        .if_empty_n(write_out_U0_ap_start), .if_read(write_out_U0_ap_ready));
endmodule
