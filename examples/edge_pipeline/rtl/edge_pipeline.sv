// SPDX-License-Identifier: Apache-2.0
// Finds the edges of a grey picture. Five stages with a queue between each two:
//
//     pixels -> reader -> filter -> norm -> packer -> writer -> runs
//                    queue     queue   queue     queue
//
// All stages work at the same time; a queue absorbs what one of them produces faster than the next
// one takes it, until it is full.

module edge_pipeline #(
    parameter int IMAGE_WIDTH = 64
) (
    input  logic        clk,
    input  logic        rst,
    input  logic [7:0]  s_axis_tdata,
    input  logic        s_axis_tlast,
    input  logic        s_axis_tvalid,
    output logic        s_axis_tready,
    output logic [15:0] m_axis_tdata,
    output logic        m_axis_tlast,
    output logic        m_axis_tvalid,
    input  logic        m_axis_tready
);
    logic        read_valid, read_ready, pixel_valid, pixel_ready;
    logic [8:0]  read_data, pixel_data;
    logic        sobel_valid, sobel_ready, gradient_valid, gradient_ready;
    logic [22:0] sobel_data, gradient_data;
    logic        norm_valid, norm_ready, strength_valid, strength_ready;
    logic [11:0] norm_data, strength_data;
    logic        packed_valid, packed_ready, run_valid, run_ready;
    logic [16:0] packed_data, run_data;

    frame_reader #(.IMAGE_WIDTH(IMAGE_WIDTH)) u_reader (
        .clk(clk), .rst(rst),
        .s_axis_tdata(s_axis_tdata), .s_axis_tlast(s_axis_tlast),
        .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready),
        .out_valid(read_valid), .out_ready(read_ready), .out_data(read_data)
    );

    stream_fifo #(.WIDTH(9), .DEPTH(64)) u_pixel_queue (
        .clk(clk), .rst(rst),
        .s_valid(read_valid), .s_ready(read_ready), .s_data(read_data),
        .m_valid(pixel_valid), .m_ready(pixel_ready), .m_data(pixel_data)
    );

    sobel_filter #(.IMAGE_WIDTH(IMAGE_WIDTH)) u_filter (
        .clk(clk), .rst(rst),
        .in_valid(pixel_valid), .in_ready(pixel_ready), .in_data(pixel_data),
        .out_valid(sobel_valid), .out_ready(sobel_ready), .out_data(sobel_data)
    );

    stream_fifo #(.WIDTH(23), .DEPTH(16)) u_gradient_queue (
        .clk(clk), .rst(rst),
        .s_valid(sobel_valid), .s_ready(sobel_ready), .s_data(sobel_data),
        .m_valid(gradient_valid), .m_ready(gradient_ready), .m_data(gradient_data)
    );

    edge_norm u_norm (
        .clk(clk), .rst(rst),
        .in_valid(gradient_valid), .in_ready(gradient_ready), .in_data(gradient_data),
        .out_valid(norm_valid), .out_ready(norm_ready), .out_data(norm_data)
    );

    stream_fifo #(.WIDTH(12), .DEPTH(8)) u_strength_queue (
        .clk(clk), .rst(rst),
        .s_valid(norm_valid), .s_ready(norm_ready), .s_data(norm_data),
        .m_valid(strength_valid), .m_ready(strength_ready), .m_data(strength_data)
    );

    run_packer u_packer (
        .clk(clk), .rst(rst),
        .in_valid(strength_valid), .in_ready(strength_ready), .in_data(strength_data),
        .out_valid(packed_valid), .out_ready(packed_ready), .out_data(packed_data)
    );

    stream_fifo #(.WIDTH(17), .DEPTH(4)) u_run_queue (
        .clk(clk), .rst(rst),
        .s_valid(packed_valid), .s_ready(packed_ready), .s_data(packed_data),
        .m_valid(run_valid), .m_ready(run_ready), .m_data(run_data)
    );

    frame_writer u_writer (
        .clk(clk), .rst(rst),
        .in_valid(run_valid), .in_ready(run_ready), .in_data(run_data),
        .m_axis_tdata(m_axis_tdata), .m_axis_tlast(m_axis_tlast),
        .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready)
    );
endmodule : edge_pipeline
