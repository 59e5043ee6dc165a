// SPDX-License-Identifier: Apache-2.0
// A stage whose valid waits for a pause behind the last beat that runs on while the stage waits for its input.
module paced_stage #(
    parameter int PAUSE = 12
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
  logic [7:0] pause;
  logic full;
  assign in_ready = !full;
  assign out_valid = full && pause == 0;
  always_ff @(posedge clk)
    if (rst) begin
      full <= 0;
      pause <= 0;
    end else begin
      if (in_valid && in_ready) begin
        out <= in;
        full <= 1;
      end
      if (out_valid && out_ready) begin
        full <= 0;
        pause <= PAUSE;
      end else if (pause != 0) pause <= pause - 1;
    end
endmodule

module pacer #(
    parameter int PAUSE = 12,
    parameter int FIRST = 2,
    parameter int LAST = 2,
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
  logic [15:0] worked, first, sent, last;
  logic worked_valid, worked_ready, first_valid, first_ready, sent_valid, sent_ready, last_valid, last_ready;
  stage #(.BASE(BASE), .MASK(16'h1f)) u_work (
      .clk, .rst, .in(s_data), .in_valid(s_valid), .in_ready(s_ready),
      .out(worked), .out_valid(worked_valid), .out_ready(worked_ready));
  queue #(.DEPTH(FIRST)) u_first (
      .clk, .rst, .din(worked), .din_valid(worked_valid), .din_ready(worked_ready),
      .dout(first), .dout_valid(first_valid), .dout_ready(first_ready));
  paced_stage #(.PAUSE(PAUSE)) u_paced (
      .clk, .rst, .in(first), .in_valid(first_valid), .in_ready(first_ready),
      .out(sent), .out_valid(sent_valid), .out_ready(sent_ready));
  queue #(.DEPTH(LAST)) u_last (
      .clk, .rst, .din(sent), .din_valid(sent_valid), .din_ready(sent_ready),
      .dout(last), .dout_valid(last_valid), .dout_ready(last_ready));
  stage #(.BASE(BASE), .MASK(16'h1f)) u_end (
      .clk, .rst, .in({last[7:0], last[15:8]}), .in_valid(last_valid), .in_ready(last_ready),
      .out(m_data), .out_valid(m_valid), .out_ready(m_ready));
endmodule
