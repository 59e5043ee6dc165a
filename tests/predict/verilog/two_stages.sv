// SPDX-License-Identifier: Apache-2.0
// Two stages with a queue before and behind each. Plain, but for what its testbench does.
module two_stages #(
    parameter int FIRST = 4,
    parameter int SECOND = 4,
    parameter int LAST = 4,
    parameter int BASE = 4
) (
    input  logic        clk,
    input  logic        rst,
    input  logic [15:0] s_data,
    input  logic        s_valid,
    output logic        s_ready,
    output logic [15:0] m_data,
    output logic        m_valid,
    input  logic        m_ready
);
  logic [15:0] first, done, second, end_;
  logic first_valid, first_ready, done_valid, done_ready, second_valid, second_ready, end_valid, end_ready;
  queue #(.DEPTH(FIRST)) u_first (
      .clk, .rst, .din(s_data), .din_valid(s_valid), .din_ready(s_ready),
      .dout(first), .dout_valid(first_valid), .dout_ready(first_ready));
  stage #(.BASE(BASE), .MASK(16'hf)) u_one (
      .clk, .rst, .in(first), .in_valid(first_valid), .in_ready(first_ready),
      .out(done), .out_valid(done_valid), .out_ready(done_ready));
  queue #(.DEPTH(SECOND)) u_second (
      .clk, .rst, .din(done), .din_valid(done_valid), .din_ready(done_ready),
      .dout(second), .dout_valid(second_valid), .dout_ready(second_ready));
  stage #(.BASE(BASE), .MASK(16'hf0 >> 4)) u_two (
      .clk, .rst, .in({second[3:0], second[15:4]}), .in_valid(second_valid), .in_ready(second_ready),
      .out(end_), .out_valid(end_valid), .out_ready(end_ready));
  queue #(.DEPTH(LAST)) u_last (
      .clk, .rst, .din(end_), .din_valid(end_valid), .din_ready(end_ready),
      .dout(m_data), .dout_valid(m_valid), .dout_ready(m_ready));
endmodule
