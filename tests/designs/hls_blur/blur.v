// SPDX-License-Identifier: Apache-2.0
// Dataflow top in the style of HLS output: three processes, two data FIFOs, two start FIFOs.
`timescale 1 ns / 1 ps

(* CORE_GENERATION_INFO = "blur,hls_style,{dataflow}" *)
module blur (
        in_r_TDATA,
        out_r_TDATA,
        words,
        ap_clk,
        ap_rst_n,
        ap_start,
        in_r_TVALID,
        in_r_TREADY,
        out_r_TVALID,
        out_r_TREADY,
        ap_done,
        ap_ready,
        ap_idle
);

input  [31:0] in_r_TDATA;
output  [31:0] out_r_TDATA;
input  [31:0] words;
input   ap_clk;
input   ap_rst_n;
input   ap_start;
input   in_r_TVALID;
output   in_r_TREADY;
output   out_r_TVALID;
input   out_r_TREADY;
output   ap_done;
output   ap_ready;
output   ap_idle;

 reg    ap_rst_n_inv;
wire    read_in_U0_ap_start;
wire    read_in_U0_start_full_n;
wire    read_in_U0_ap_done;
wire    read_in_U0_ap_continue;
wire    read_in_U0_ap_idle;
wire    read_in_U0_ap_ready;
wire    read_in_U0_start_out;
wire    read_in_U0_start_write;
wire    read_in_U0_in_r_TREADY;
wire   [31:0] read_in_U0_pix_din;
wire    read_in_U0_pix_write;
wire    compute_U0_ap_start;
wire    compute_U0_ap_done;
wire    compute_U0_ap_continue;
wire    compute_U0_ap_idle;
wire    compute_U0_ap_ready;
wire    compute_U0_pix_read;
wire   [31:0] compute_U0_res_din;
wire    compute_U0_res_write;
wire    write_out_U0_ap_start;
wire    write_out_U0_ap_done;
wire    write_out_U0_ap_continue;
wire    write_out_U0_ap_idle;
wire    write_out_U0_ap_ready;
wire    write_out_U0_res_read;
wire   [31:0] write_out_U0_out_r_TDATA;
wire    write_out_U0_out_r_TVALID;
wire    pix_full_n;
wire   [31:0] pix_dout;
wire    pix_empty_n;
wire    res_full_n;
wire   [31:0] res_dout;
wire    res_empty_n;
wire    ap_sync_done;
wire    ap_sync_ready;
wire   [0:0] start_for_compute_U0_din;
wire    start_for_compute_U0_full_n;
wire   [0:0] start_for_compute_U0_dout;
wire    start_for_compute_U0_empty_n;
wire   [0:0] start_for_write_out_U0_din;
wire    start_for_write_out_U0_full_n;
wire   [0:0] start_for_write_out_U0_dout;
wire    start_for_write_out_U0_empty_n;

blur_read_in read_in_U0(
    .ap_clk(ap_clk),
    .ap_rst(ap_rst_n_inv),
    .ap_start(read_in_U0_ap_start),
    .start_full_n(read_in_U0_start_full_n),
    .ap_done(read_in_U0_ap_done),
    .ap_continue(read_in_U0_ap_continue),
    .ap_idle(read_in_U0_ap_idle),
    .ap_ready(read_in_U0_ap_ready),
    .start_out(read_in_U0_start_out),
    .start_write(read_in_U0_start_write),
    .in_r_TDATA(in_r_TDATA),
    .in_r_TVALID(in_r_TVALID),
    .in_r_TREADY(read_in_U0_in_r_TREADY),
    .pix_din(read_in_U0_pix_din),
    .pix_full_n(pix_full_n),
    .pix_write(read_in_U0_pix_write),
    .words(words)
);

blur_compute compute_U0(
    .ap_clk(ap_clk),
    .ap_rst(ap_rst_n_inv),
    .ap_start(compute_U0_ap_start),
    .ap_done(compute_U0_ap_done),
    .ap_continue(compute_U0_ap_continue),
    .ap_idle(compute_U0_ap_idle),
    .ap_ready(compute_U0_ap_ready),
    .pix_dout(pix_dout),
    .pix_empty_n(pix_empty_n),
    .pix_read(compute_U0_pix_read),
    .res_din(compute_U0_res_din),
    .res_full_n(res_full_n),
    .res_write(compute_U0_res_write),
    .words(words)
);

blur_write_out write_out_U0(
    .ap_clk(ap_clk),
    .ap_rst(ap_rst_n_inv),
    .ap_start(write_out_U0_ap_start),
    .ap_done(write_out_U0_ap_done),
    .ap_continue(write_out_U0_ap_continue),
    .ap_idle(write_out_U0_ap_idle),
    .ap_ready(write_out_U0_ap_ready),
    .res_dout(res_dout),
    .res_empty_n(res_empty_n),
    .res_read(write_out_U0_res_read),
    .out_r_TDATA(write_out_U0_out_r_TDATA),
    .out_r_TVALID(write_out_U0_out_r_TVALID),
    .out_r_TREADY(out_r_TREADY),
    .words(words)
);

blur_fifo_w32_d2_A pix_U(
    .clk(ap_clk),
    .reset(ap_rst_n_inv),
    .if_read_ce(1'b1),
    .if_write_ce(1'b1),
    .if_din(read_in_U0_pix_din),
    .if_full_n(pix_full_n),
    .if_write(read_in_U0_pix_write),
    .if_dout(pix_dout),
    .if_empty_n(pix_empty_n),
    .if_read(compute_U0_pix_read)
);

blur_fifo_w32_d8_A res_U(
    .clk(ap_clk),
    .reset(ap_rst_n_inv),
    .if_read_ce(1'b1),
    .if_write_ce(1'b1),
    .if_din(compute_U0_res_din),
    .if_full_n(res_full_n),
    .if_write(compute_U0_res_write),
    .if_dout(res_dout),
    .if_empty_n(res_empty_n),
    .if_read(write_out_U0_res_read)
);

blur_start_for_compute_U0 start_for_compute_U0_U(
    .clk(ap_clk),
    .reset(ap_rst_n_inv),
    .if_read_ce(1'b1),
    .if_write_ce(1'b1),
    .if_din(start_for_compute_U0_din),
    .if_full_n(start_for_compute_U0_full_n),
    .if_write(read_in_U0_start_write),
    .if_dout(start_for_compute_U0_dout),
    .if_empty_n(start_for_compute_U0_empty_n),
    .if_read(compute_U0_ap_ready)
);

blur_start_for_write_out_U0 start_for_write_out_U0_U(
    .clk(ap_clk),
    .reset(ap_rst_n_inv),
    .if_read_ce(1'b1),
    .if_write_ce(1'b1),
    .if_din(start_for_write_out_U0_din),
    .if_full_n(start_for_write_out_U0_full_n),
    .if_write(read_in_U0_start_write),
    .if_dout(start_for_write_out_U0_dout),
    .if_empty_n(start_for_write_out_U0_empty_n),
    .if_read(write_out_U0_ap_ready)
);

assign ap_done = write_out_U0_ap_done;

assign ap_idle = (write_out_U0_ap_idle & read_in_U0_ap_idle & compute_U0_ap_idle);

assign ap_ready = read_in_U0_ap_ready;

always @ (*) begin
    ap_rst_n_inv = ~ap_rst_n;
end

assign compute_U0_ap_continue = 1'b1;

assign compute_U0_ap_start = start_for_compute_U0_empty_n;

assign in_r_TREADY = read_in_U0_in_r_TREADY;

assign out_r_TDATA = write_out_U0_out_r_TDATA;

assign out_r_TVALID = write_out_U0_out_r_TVALID;

assign read_in_U0_ap_continue = 1'b1;

assign read_in_U0_ap_start = ap_start;

assign read_in_U0_start_full_n = (start_for_write_out_U0_full_n & start_for_compute_U0_full_n);

assign start_for_compute_U0_din = 1'b1;

assign start_for_write_out_U0_din = 1'b1;

assign write_out_U0_ap_continue = 1'b1;

assign write_out_U0_ap_start = start_for_write_out_U0_empty_n;

endmodule //blur
