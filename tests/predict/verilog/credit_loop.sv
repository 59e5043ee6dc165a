// SPDX-License-Identifier: Apache-2.0
// A sender that may have WINDOW words in the queue behind it, which has no ready of its own to say: one parameter is
// the sender's credits and the queue's depth.
module credit_sender #(
    parameter int CREDITS = 8
) (
    input  logic        clk,
    input  logic        rst,
    input  logic        returned,
    input  logic [15:0] in,
    input  logic        in_valid,
    output logic        in_ready,
    output logic [15:0] out,
    output logic        out_valid,
    input  logic        out_ready
);
  logic [7:0] credits;
  assign out = in;
  assign out_valid = in_valid && credits != 0;
  assign in_ready = out_ready && credits != 0;
  always_ff @(posedge clk)
    if (rst) credits <= CREDITS;
    else credits <= credits + returned - (out_valid && out_ready);
endmodule

module credit_loop #(
    parameter int WINDOW = 12,
    parameter int FIRST = 4,
    parameter int WAY = 3,
    parameter int BASE = 2
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
  logic [15:0] first, sent, kept;
  logic first_valid, first_ready, sent_valid, sent_ready, kept_valid, kept_ready;
  logic [WAY-1:0] back;
  queue #(.DEPTH(FIRST)) u_first (
      .clk, .rst, .din(s_data), .din_valid(s_valid), .din_ready(s_ready),
      .dout(first), .dout_valid(first_valid), .dout_ready(first_ready));
  credit_sender #(.CREDITS(WINDOW)) u_sender (
      .clk, .rst, .returned(back[WAY-1]), .in(first), .in_valid(first_valid), .in_ready(first_ready),
      .out(sent), .out_valid(sent_valid), .out_ready(sent_ready));
  queue #(.DEPTH(WINDOW)) u_kept (
      .clk, .rst, .din(sent), .din_valid(sent_valid), .din_ready(sent_ready),
      .dout(kept), .dout_valid(kept_valid), .dout_ready(kept_ready));
  stage #(.BASE(BASE), .MASK(16'h3)) u_work (
      .clk, .rst, .in(kept), .in_valid(kept_valid), .in_ready(kept_ready),
      .out(m_data), .out_valid(m_valid), .out_ready(m_ready));
  always_ff @(posedge clk)
    if (rst) back <= 0;
    else back <= {back[WAY-2:0], kept_valid && kept_ready};
endmodule
