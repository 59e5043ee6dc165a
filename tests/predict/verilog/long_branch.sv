// SPDX-License-Identifier: Apache-2.0
// A fork and a join in the text of the top. One branch is a pipeline of LENGTH registers that stops as a
// whole, the other a queue that must hold as much as is in the pipeline.
module registers #(
    parameter int LENGTH = 12
) (
    input  logic        clk,
    input  logic        rst,
    input  logic [15:0] in,
    input  logic        in_valid,
    output logic        in_ready,
    output logic [15:0] out,
    output logic        out_valid,
    input  logic        out_ready
);
  logic [15:0] data[0:LENGTH-1];
  logic [LENGTH-1:0] full;
  assign in_ready = !full[LENGTH-1] || out_ready;
  assign out_valid = full[LENGTH-1];
  assign out = data[LENGTH-1];
  always_ff @(posedge clk)
    if (rst) full <= 0;
    else if (in_ready) begin
      full <= {full[LENGTH-2:0], in_valid};
      data[0] <= in;
      for (int i = 1; i < LENGTH; ++i) data[i] <= data[i-1];
    end
endmodule

module long_branch #(
    parameter int LENGTH = 12,
    parameter int SHORT = 16,
    parameter int LONG = 2,
    parameter int LAST = 2
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
  logic [15:0] a, piped, b, joined;
  logic a_in_ready, a_valid, a_ready, piped_valid, piped_ready, b_in_ready, b_valid, b_ready;
  logic joined_valid, joined_ready;
  assign s_ready = a_in_ready && b_in_ready;
  queue #(.DEPTH(LONG)) u_long (
      .clk, .rst, .din(s_data), .din_valid(s_valid && b_in_ready), .din_ready(a_in_ready),
      .dout(a), .dout_valid(a_valid), .dout_ready(a_ready));
  registers #(.LENGTH(LENGTH)) u_registers (
      .clk, .rst, .in(a), .in_valid(a_valid), .in_ready(a_ready),
      .out(piped), .out_valid(piped_valid), .out_ready(piped_ready));
  queue #(.DEPTH(SHORT)) u_short (
      .clk, .rst, .din(s_data), .din_valid(s_valid && a_in_ready), .din_ready(b_in_ready),
      .dout(b), .dout_valid(b_valid), .dout_ready(b_ready));
  assign joined = piped + b;
  assign joined_valid = piped_valid && b_valid;
  assign piped_ready = joined_ready && b_valid;
  assign b_ready = joined_ready && piped_valid;
  queue #(.DEPTH(LAST)) u_last (
      .clk, .rst, .din(joined), .din_valid(joined_valid), .din_ready(joined_ready),
      .dout(m_data), .dout_valid(m_valid), .dout_ready(m_ready));
endmodule
