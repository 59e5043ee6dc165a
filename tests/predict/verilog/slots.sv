// SPDX-License-Identifier: Apache-2.0
// A sender that gives only in its time slot, one cycle of PERIOD, whatever it waited for before.
module slot_sender #(
    parameter int PERIOD = 8
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
  enum logic [1:0] {TAKE, ALIGN, GIVE} state;
  logic [7:0] slot;
  assign in_ready = state == TAKE;
  assign out_valid = state == GIVE;
  always_ff @(posedge clk)
    if (rst) begin
      state <= TAKE;
      slot <= 0;
    end else begin
      slot <= slot == PERIOD - 1 ? 0 : slot + 1;
      case (state)
        TAKE:
        if (in_valid) begin
          out <= in;
          state <= ALIGN;
        end
        ALIGN: if (slot == PERIOD - 1) state <= GIVE;
        GIVE: if (out_ready) state <= TAKE;
        default: state <= TAKE;
      endcase
    end
endmodule

module slots #(
    parameter int PERIOD = 8,
    parameter int FIRST = 4,
    parameter int LAST = 4,
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
  stage #(.BASE(BASE), .MASK(16'h7)) u_work (
      .clk, .rst, .in(s_data), .in_valid(s_valid), .in_ready(s_ready),
      .out(worked), .out_valid(worked_valid), .out_ready(worked_ready));
  queue #(.DEPTH(FIRST)) u_first (
      .clk, .rst, .din(worked), .din_valid(worked_valid), .din_ready(worked_ready),
      .dout(first), .dout_valid(first_valid), .dout_ready(first_ready));
  slot_sender #(.PERIOD(PERIOD)) u_sender (
      .clk, .rst, .in(first), .in_valid(first_valid), .in_ready(first_ready),
      .out(sent), .out_valid(sent_valid), .out_ready(sent_ready));
  queue #(.DEPTH(LAST)) u_last (
      .clk, .rst, .din(sent), .din_valid(sent_valid), .din_ready(sent_ready),
      .dout(last), .dout_valid(last_valid), .dout_ready(last_ready));
  stage #(.BASE(BASE), .MASK(16'hf)) u_end (
      .clk, .rst, .in(last), .in_valid(last_valid), .in_ready(last_ready),
      .out(m_data), .out_valid(m_valid), .out_ready(m_ready));
endmodule
