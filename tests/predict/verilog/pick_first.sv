// SPDX-License-Identifier: Apache-2.0
// Two stages and an arbiter that takes what is there, the first before the second and none while it is
// busy; a plain stage behind them.
module picker (
    input  logic        clk,
    input  logic        rst,
    input  logic [15:0] a,
    input  logic        a_valid,
    output logic        a_ready,
    input  logic [15:0] b,
    input  logic        b_valid,
    output logic        b_ready,
    output logic [15:0] out,
    output logic        out_valid,
    input  logic        out_ready
);
  logic [3:0] seen;
  wire free = !out_valid || out_ready;
  wire turn = seen[2];
  assign a_ready = free && a_valid && !(turn && b_valid);
  assign b_ready = free && b_valid && (turn || !a_valid);
  always_ff @(posedge clk)
    if (rst) begin
      out_valid <= 0;
      seen <= 0;
    end else if (free) begin
      out_valid <= a_valid || b_valid;
      out <= b_ready ? b : a;
      if (a_valid || b_valid) seen <= seen + 1 + out[0];
    end
endmodule

module pick_first #(
    parameter int INS = 2,
    parameter int MIDDLE = 2,
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
  logic deal;
  wire [15:0] taken[0:1], ended[0:1];
  logic [15:0] middle, picked, done;
  logic [1:0] given_ready, taken_valid, taken_ready, ended_valid, ended_ready;
  logic middle_valid, middle_ready, picked_valid, picked_ready, done_valid, done_ready;
  queue #(.DEPTH(INS)) u_in_0 (
      .clk, .rst, .din(s_data), .din_valid(s_valid && !deal), .din_ready(given_ready[0]),
      .dout(taken[0]), .dout_valid(taken_valid[0]), .dout_ready(taken_ready[0]));
  stage #(.BASE(BASE), .MASK(16'h7)) u_stage_0 (
      .clk, .rst, .in(taken[0]), .in_valid(taken_valid[0]), .in_ready(taken_ready[0]),
      .out(ended[0]), .out_valid(ended_valid[0]), .out_ready(ended_ready[0]));
  queue #(.DEPTH(INS)) u_in_1 (
      .clk, .rst, .din(s_data), .din_valid(s_valid && deal), .din_ready(given_ready[1]),
      .dout(taken[1]), .dout_valid(taken_valid[1]), .dout_ready(taken_ready[1]));
  stage #(.BASE(BASE), .MASK(16'he)) u_stage_1 (
      .clk, .rst, .in(taken[1]), .in_valid(taken_valid[1]), .in_ready(taken_ready[1]),
      .out(ended[1]), .out_valid(ended_valid[1]), .out_ready(ended_ready[1]));
  assign s_ready = given_ready[deal];
  always_ff @(posedge clk)
    if (rst) deal <= 0;
    else if (s_valid && s_ready) deal <= !deal;
  picker u_pick (
      .clk, .rst, .a(ended[0]), .a_valid(ended_valid[0]), .a_ready(ended_ready[0]),
      .b(ended[1]), .b_valid(ended_valid[1]), .b_ready(ended_ready[1]),
      .out(picked), .out_valid(picked_valid), .out_ready(picked_ready));
  queue #(.DEPTH(MIDDLE)) u_middle (
      .clk, .rst, .din(picked), .din_valid(picked_valid), .din_ready(picked_ready),
      .dout(middle), .dout_valid(middle_valid), .dout_ready(middle_ready));
  stage #(.BASE(1), .MASK(16'h3)) u_end (
      .clk, .rst, .in(middle), .in_valid(middle_valid), .in_ready(middle_ready),
      .out(done), .out_valid(done_valid), .out_ready(done_ready));
  queue #(.DEPTH(LAST)) u_last (
      .clk, .rst, .din(done), .din_valid(done_valid), .din_ready(done_ready),
      .dout(m_data), .dout_valid(m_valid), .dout_ready(m_ready));
endmodule
