// SPDX-License-Identifier: Apache-2.0
// Three kinds of buffers in a row, all with valid_i/ready_o and valid_o/ready_i ports. The depth
// of the last one is no power of two.

module stream_buffers (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        src_valid_i,
    output logic        src_ready_o,
    input  logic [15:0] src_data_i,
    output logic        dst_valid_o,
    input  logic        dst_ready_i,
    output logic [15:0] dst_data_o
);
    logic        a_valid, a_ready, b_valid, b_ready;
    logic [15:0] a_data, b_data;

    wrap_fifo #(.LOG_DEPTH(3)) u_wrap (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(src_valid_i), .ready_o(src_ready_o), .data_i(src_data_i),
        .valid_o(a_valid), .ready_i(a_ready), .data_o(a_data)
    );

    skid_buffer u_skid (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(a_valid), .ready_o(a_ready), .data_i(a_data),
        .valid_o(b_valid), .ready_i(b_ready), .data_o(b_data)
    );

    flow_fifo #(.DEPTH(5)) u_flow (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(b_valid), .ready_o(b_ready), .data_i(b_data),
        .valid_o(dst_valid_o), .ready_i(dst_ready_i), .data_o(dst_data_o)
    );
endmodule : stream_buffers
