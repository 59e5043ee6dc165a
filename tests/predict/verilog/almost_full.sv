// SPDX-License-Identifier: Apache-2.0
// A reader that starts a burst only when the queue behind it says, by a wire of its own, that it is not almost full.
module level_queue #(
    parameter int DEPTH = 16,
    parameter int SPARE = 4
) (
    input  logic        clk,
    input  logic        rst,
    input  logic [15:0] din,
    input  logic        din_valid,
    output logic        din_ready,
    output logic        almost_full,
    output logic [15:0] dout,
    output logic        dout_valid,
    input  logic        dout_ready
);
  localparam int BITS = DEPTH <= 1 ? 1 : $clog2(DEPTH);
  logic [15:0] memory[0:DEPTH-1];
  logic [BITS-1:0] head, tail;
  logic [BITS:0] count;
  wire push = din_valid && din_ready, pop = dout_valid && dout_ready;
  assign din_ready = count != DEPTH;
  assign almost_full = count + SPARE > DEPTH;
  assign dout_valid = count != 0;
  assign dout = memory[tail];
  always_ff @(posedge clk)
    if (rst) begin
      head <= 0;
      tail <= 0;
      count <= 0;
    end else begin
      if (push) begin
        memory[head] <= din;
        head <= head == DEPTH - 1 ? 0 : head + 1'b1;
      end
      if (pop) tail <= tail == DEPTH - 1 ? 0 : tail + 1'b1;
      count <= count + push - pop;
    end
endmodule

module burst_reader #(
    parameter int LENGTH = 4
) (
    input  logic        clk,
    input  logic        rst,
    input  logic        hold,
    input  logic [15:0] in,
    input  logic        in_valid,
    output logic        in_ready,
    output logic [15:0] out,
    output logic        out_valid,
    input  logic        out_ready
);
  enum logic [1:0] {LOOK, OPEN, MOVE} state;
  logic [7:0] n;
  assign in_ready = state == MOVE && out_ready;
  assign out_valid = state == MOVE && in_valid;
  assign out = in;
  always_ff @(posedge clk)
    if (rst) state <= LOOK;
    else
      case (state)
        LOOK: begin
          n <= 0;
          if (!hold) state <= OPEN;
        end
        OPEN: begin
          n <= n + 1;
          if (n == 5) begin
            n <= 0;
            state <= MOVE;
          end
        end
        MOVE:
        if (in_valid && out_ready) begin
          n <= n + 1;
          if (n == LENGTH - 1) state <= LOOK;
        end
        default: state <= LOOK;
      endcase
endmodule

module almost_full #(
    parameter int DEPTH = 16,
    parameter int LENGTH = 4,
    parameter int FIRST = 4,
    parameter int BASE = 1
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
  logic [15:0] first, read, kept;
  logic first_valid, first_ready, read_valid, read_ready, kept_valid, kept_ready, almost_full;
  queue #(.DEPTH(FIRST)) u_first (
      .clk, .rst, .din(s_data), .din_valid(s_valid), .din_ready(s_ready),
      .dout(first), .dout_valid(first_valid), .dout_ready(first_ready));
  burst_reader #(.LENGTH(LENGTH)) u_reader (
      .clk, .rst, .hold(almost_full), .in(first), .in_valid(first_valid), .in_ready(first_ready),
      .out(read), .out_valid(read_valid), .out_ready(read_ready));
  level_queue #(.DEPTH(DEPTH), .SPARE(LENGTH)) u_kept (
      .clk, .rst, .din(read), .din_valid(read_valid), .din_ready(read_ready), .almost_full,
      .dout(kept), .dout_valid(kept_valid), .dout_ready(kept_ready));
  stage #(.BASE(BASE), .MASK(16'h3)) u_work (
      .clk, .rst, .in(kept), .in_valid(kept_valid), .in_ready(kept_ready),
      .out(m_data), .out_valid(m_valid), .out_ready(m_ready));
endmodule
