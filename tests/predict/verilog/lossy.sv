// SPDX-License-Identifier: Apache-2.0
// A queue that is always ready and drops what it has no place for. What was dropped leaves as a
// notice, so that all that came in is answered.
module dropping_queue #(
    parameter int DEPTH = 4
) (
    input  logic        clk,
    input  logic        rst,
    input  logic [15:0] din,
    input  logic        din_valid,
    output logic        din_ready,
    output logic [15:0] dout,
    output logic        dout_valid,
    input  logic        dout_ready,
    output logic        dropped_valid,
    input  logic        dropped_ready
);
  localparam int BITS = DEPTH <= 1 ? 1 : $clog2(DEPTH);
  logic [15:0] memory[0:DEPTH-1];
  logic [BITS-1:0] head, tail;
  logic [BITS:0] count;
  logic [15:0] dropped;
  wire keep = din_valid && count != DEPTH, drop = din_valid && count == DEPTH;
  wire pop = dout_valid && dout_ready;
  assign din_ready = 1'b1;
  assign dout_valid = count != 0;
  assign dout = memory[tail];
  assign dropped_valid = dropped != 0;
  always_ff @(posedge clk)
    if (rst) begin
      head <= 0;
      tail <= 0;
      count <= 0;
      dropped <= 0;
    end else begin
      if (keep) begin
        memory[head] <= din;
        head <= head == DEPTH - 1 ? 0 : head + 1'b1;
      end
      if (pop) tail <= tail == DEPTH - 1 ? 0 : tail + 1'b1;
      count <= count + keep - pop;
      dropped <= dropped + drop - (dropped_valid && dropped_ready);
    end
endmodule

module lossy #(
    parameter int DEPTH = 4,
    parameter int FIRST = 4,
    parameter int BASE = 6
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
  logic [15:0] first, sampled, kept, worked;
  logic first_valid, first_ready, sampled_valid, sampled_ready, kept_valid, kept_ready, worked_valid, worked_ready;
  logic dropped_valid, dropped_ready;
  queue #(.DEPTH(FIRST)) u_first (
      .clk, .rst, .din(s_data), .din_valid(s_valid), .din_ready(s_ready),
      .dout(first), .dout_valid(first_valid), .dout_ready(first_ready));
  stage #(.BASE(1), .MASK(16'h7)) u_sample (
      .clk, .rst, .in(first), .in_valid(first_valid), .in_ready(first_ready),
      .out(sampled), .out_valid(sampled_valid), .out_ready(sampled_ready));
  dropping_queue #(.DEPTH(DEPTH)) u_kept (
      .clk, .rst, .din(sampled), .din_valid(sampled_valid), .din_ready(sampled_ready),
      .dout(kept), .dout_valid(kept_valid), .dout_ready(kept_ready), .dropped_valid, .dropped_ready);
  stage #(.BASE(BASE), .MASK(16'h1f)) u_work (
      .clk, .rst, .in(kept), .in_valid(kept_valid), .in_ready(kept_ready),
      .out(worked), .out_valid(worked_valid), .out_ready(worked_ready));
  assign m_valid = worked_valid || dropped_valid;
  assign m_data = worked_valid ? worked : 16'hffff;
  assign worked_ready = m_ready;
  assign dropped_ready = m_ready && !worked_valid;
endmodule
