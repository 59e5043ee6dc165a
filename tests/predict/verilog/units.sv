// SPDX-License-Identifier: Apache-2.0
// Queues whose size is not their depth in words: one in bytes, one that must be a power of two.
module byte_queue #(
    parameter int DEPTH = 32
) (
    input  logic        clk,
    input  logic        rst,
    input  logic [15:0] din,
    input  logic        din_valid,
    output logic        din_ready,
    output logic [15:0] dout,
    output logic        dout_valid,
    input  logic        dout_ready
);
  localparam int WORDS = DEPTH / 2;
  localparam int BITS = $clog2(WORDS);
  logic [15:0] memory[0:WORDS-1];
  logic [BITS:0] head, tail;
  wire [BITS:0] held = head - tail;
  assign din_ready = held < WORDS;
  assign dout_valid = held != 0;
  assign dout = memory[tail[BITS-1:0]];
  always_ff @(posedge clk)
    if (rst) begin
      head <= 0;
      tail <= 0;
    end else begin
      if (din_valid && din_ready) begin
        memory[head[BITS-1:0]] <= din;
        head <= head + 1'b1;
      end
      if (dout_valid && dout_ready) tail <= tail + 1'b1;
    end
endmodule

module ring_queue #(
    parameter int DEPTH = 16
) (
    input  logic        clk,
    input  logic        rst,
    input  logic [15:0] din,
    input  logic        din_valid,
    output logic        din_ready,
    output logic [15:0] dout,
    output logic        dout_valid,
    input  logic        dout_ready
);
  localparam int BITS = $clog2(DEPTH);
  logic [15:0] memory[0:DEPTH-1];
  logic [BITS:0] head, tail;
  assign din_ready = !(head[BITS] != tail[BITS] && head[BITS-1:0] == tail[BITS-1:0]);
  assign dout_valid = head != tail;
  assign dout = memory[tail[BITS-1:0]];
  always_ff @(posedge clk)
    if (rst) begin
      head <= 0;
      tail <= 0;
    end else begin
      if (din_valid && din_ready) begin
        memory[head[BITS-1:0]] <= din;
        head <= head + 1'b1;
      end
      if (dout_valid && dout_ready) tail <= tail + 1'b1;
    end
endmodule

module units #(
    parameter int BYTES = 32,
    parameter int RING = 16,
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
  logic [15:0] worked, kept, done;
  logic worked_valid, worked_ready, kept_valid, kept_ready, done_valid, done_ready;
  logic [15:0] held;
  logic held_valid, held_ready;
  stage #(.BASE(BASE), .MASK(16'hf)) u_one (
      .clk, .rst, .in(s_data), .in_valid(s_valid), .in_ready(s_ready),
      .out(worked), .out_valid(worked_valid), .out_ready(worked_ready));
  byte_queue #(.DEPTH(BYTES)) u_bytes (
      .clk, .rst, .din(worked), .din_valid(worked_valid), .din_ready(worked_ready),
      .dout(kept), .dout_valid(kept_valid), .dout_ready(kept_ready));
  stage #(.BASE(BASE), .MASK(16'hf)) u_two (
      .clk, .rst, .in({kept[7:0], kept[15:8]}), .in_valid(kept_valid), .in_ready(kept_ready),
      .out(done), .out_valid(done_valid), .out_ready(done_ready));
  ring_queue #(.DEPTH(RING)) u_ring (
      .clk, .rst, .din(done), .din_valid(done_valid), .din_ready(done_ready),
      .dout(held), .dout_valid(held_valid), .dout_ready(held_ready));
  stage #(.BASE(BASE), .MASK(16'hf)) u_three (
      .clk, .rst, .in({held[9:0], held[15:10]}), .in_valid(held_valid), .in_ready(held_ready),
      .out(m_data), .out_valid(m_valid), .out_ready(m_ready));
endmodule
