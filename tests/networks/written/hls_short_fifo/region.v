// SPDX-License-Identifier: Apache-2.0
// original and blurred picture are compared: split writes both channels, blur has a pipeline of LATENCY stages that
// stands still when its output is full, diff reads both. The channel around the blur is too short for its latency.
`timescale 1 ns / 1 ps
module split (
    input             ap_clk,
    input             ap_rst,
    input      [15:0] src_TDATA,
    input             src_TVALID,
    output            src_TREADY,
    output     [15:0] a_din,
    input             a_full_n,
    output            a_write,
    output     [15:0] b_din,
    input             b_full_n,
    output            b_write
);
    wire ap_block_pp0_stage0 = (src_TVALID == 1'b0) | (a_full_n == 1'b0) | (b_full_n == 1'b0);
    wire src_TDATA_blk_n = src_TVALID;
    wire a_blk_n = a_full_n;
    wire b_blk_n = b_full_n;
    assign src_TREADY = ~ap_block_pp0_stage0;
    assign a_write    = ~ap_block_pp0_stage0;
    assign b_write    = ~ap_block_pp0_stage0;
    assign a_din      = src_TDATA;
    assign b_din      = src_TDATA;
endmodule

module blur #(parameter LATENCY = 24) (
    input             ap_clk,
    input             ap_rst,
    input      [15:0] b_dout,
    input             b_empty_n,
    output            b_read,
    output     [15:0] c_din,
    input             c_full_n,
    output            c_write
);
    reg [LATENCY-1:0] ap_enable_reg_pp0_iter;
    reg [15:0]        val_reg[0:LATENCY-1];
    integer i;
    wire ap_block_pp0_stage0 = ap_enable_reg_pp0_iter[LATENCY-1] & (c_full_n == 1'b0);
    wire b_blk_n = b_empty_n;
    wire c_blk_n = ~ap_enable_reg_pp0_iter[LATENCY-1] | c_full_n;
    assign b_read  = b_empty_n & ~ap_block_pp0_stage0;
    assign c_write = ap_enable_reg_pp0_iter[LATENCY-1] & ~ap_block_pp0_stage0;
    assign c_din   = val_reg[LATENCY-1];
    always @(posedge ap_clk)
        if (ap_rst == 1'b1) ap_enable_reg_pp0_iter <= 0;
        else if (~ap_block_pp0_stage0) begin
            ap_enable_reg_pp0_iter <= {ap_enable_reg_pp0_iter[LATENCY-2:0], b_read};
            val_reg[0] <= b_dout - (b_dout >> 3);
            for (i = 1; i < LATENCY; i = i + 1) val_reg[i] <= val_reg[i-1];
        end
endmodule

module diff (
    input             ap_clk,
    input             ap_rst,
    input      [15:0] a_dout,
    input             a_empty_n,
    output            a_read,
    input      [15:0] c_dout,
    input             c_empty_n,
    output            c_read,
    output     [15:0] dst_TDATA,
    output            dst_TVALID,
    input             dst_TREADY
);
    wire ap_block_pp0_stage0 = (a_empty_n == 1'b0) | (c_empty_n == 1'b0) | (dst_TREADY == 1'b0);
    wire a_blk_n = a_empty_n;
    wire c_blk_n = c_empty_n;
    assign a_read     = ~ap_block_pp0_stage0;
    assign c_read     = ~ap_block_pp0_stage0;
    assign dst_TVALID = a_empty_n & c_empty_n;
    assign dst_TDATA  = a_dout - c_dout;
endmodule

module region #(parameter AROUND = 8, parameter LATENCY = 24) (
    input         ap_clk,
    input         ap_rst_n,
    input  [15:0] src_TDATA,
    input         src_TVALID,
    output        src_TREADY,
    output [15:0] dst_TDATA,
    output        dst_TVALID,
    input         dst_TREADY
);
    wire ap_rst = ~ap_rst_n;
    wire [15:0] a_din, a_dout, b_din, b_dout, c_din, c_dout;
    wire a_full_n, a_write, a_empty_n, a_read, b_full_n, b_write, b_empty_n, b_read, c_full_n, c_write, c_empty_n, c_read;
    split split_U0 (
        .ap_clk(ap_clk), .ap_rst(ap_rst), .src_TDATA(src_TDATA), .src_TVALID(src_TVALID), .src_TREADY(src_TREADY),
        .a_din(a_din), .a_full_n(a_full_n), .a_write(a_write), .b_din(b_din), .b_full_n(b_full_n), .b_write(b_write));
    fifo_w16_dN_S #(.DEPTH(AROUND)) a_U (
        .clk(ap_clk), .reset(ap_rst), .if_din(a_din), .if_full_n(a_full_n), .if_write(a_write), .if_dout(a_dout),
        .if_empty_n(a_empty_n), .if_read(a_read), .if_num_data_valid(), .if_fifo_cap());
    fifo_w16_dN_S #(.DEPTH(2)) b_U (
        .clk(ap_clk), .reset(ap_rst), .if_din(b_din), .if_full_n(b_full_n), .if_write(b_write), .if_dout(b_dout),
        .if_empty_n(b_empty_n), .if_read(b_read), .if_num_data_valid(), .if_fifo_cap());
    blur #(.LATENCY(LATENCY)) blur_U0 (
        .ap_clk(ap_clk), .ap_rst(ap_rst), .b_dout(b_dout), .b_empty_n(b_empty_n), .b_read(b_read),
        .c_din(c_din), .c_full_n(c_full_n), .c_write(c_write));
    fifo_w16_dN_S #(.DEPTH(2)) c_U (
        .clk(ap_clk), .reset(ap_rst), .if_din(c_din), .if_full_n(c_full_n), .if_write(c_write), .if_dout(c_dout),
        .if_empty_n(c_empty_n), .if_read(c_read), .if_num_data_valid(), .if_fifo_cap());
    diff diff_U0 (
        .ap_clk(ap_clk), .ap_rst(ap_rst), .a_dout(a_dout), .a_empty_n(a_empty_n), .a_read(a_read), .c_dout(c_dout), .c_empty_n(c_empty_n),
        .c_read(c_read), .dst_TDATA(dst_TDATA), .dst_TVALID(dst_TVALID), .dst_TREADY(dst_TREADY));
endmodule
