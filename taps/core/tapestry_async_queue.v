// SPDX-License-Identifier: Apache-2.0
//
// tapestry_async_queue: words from one clock to another.
//
// Purpose      The clock crossing of the ring, and of a bus that is observed from another clock.
// Parameters   WIDTH: bits of a word. ROOM_LOG2: words, as a power of two.
// Timing       A word goes in at an edge of in_clk_i with in_valid_i && in_ready_o and comes out at one of
//              out_clk_i with out_valid_o && out_ready_i, in order, two to three edges of out_clk_i later.
//              Positions cross as Gray codes, of which one bit changes at a time, through two registers.
// Overflow     in_ready_o = 0 when the queue is full.
// Cost         In the table of docs/taps.md, as part of tapestry_ring_port.
// Proved       By taps/prove, with both clocks the same: never more words than entries, no word out of an empty queue.

`default_nettype none

module tapestry_async_queue #(
    parameter integer WIDTH = 10,
    parameter integer ROOM_LOG2 = 6
) (
    input  wire             in_clk_i,
    input  wire             in_valid_i,
    output wire             in_ready_o,
    input  wire [WIDTH-1:0] in_data_i,
    input  wire             out_clk_i,
    output wire             out_valid_o,
    input  wire             out_ready_i,
    output wire [WIDTH-1:0] out_data_o
);
  localparam [ROOM_LOG2:0] ONE = {{ROOM_LOG2{1'b0}}, 1'b1};
  localparam [ROOM_LOG2:0] TOP = {2'b11, {ROOM_LOG2-1{1'b0}}};
  reg [WIDTH-1:0] memory [0:(1<<ROOM_LOG2)-1];

  // Each side has its position, its Gray code, and the other side's Gray code after two registers.
  reg [ROOM_LOG2:0] in_q = {ROOM_LOG2 + 1{1'b0}}, in_gray_q = {ROOM_LOG2 + 1{1'b0}};
  reg [ROOM_LOG2:0] out_q = {ROOM_LOG2 + 1{1'b0}}, out_gray_q = {ROOM_LOG2 + 1{1'b0}};
  (* ASYNC_REG = "TRUE" *) reg [ROOM_LOG2:0] in_seen_0_q = {ROOM_LOG2 + 1{1'b0}}, in_seen_q = {ROOM_LOG2 + 1{1'b0}};
  (* ASYNC_REG = "TRUE" *) reg [ROOM_LOG2:0] out_seen_0_q = {ROOM_LOG2 + 1{1'b0}}, out_seen_q = {ROOM_LOG2 + 1{1'b0}};

  // Full when the positions differ by the number of entries, which flips the two highest bits of the Gray code.
`ifdef MUTANT_1
  assign in_ready_o = 1'b1;
`else
  assign in_ready_o = in_gray_q != (out_seen_q ^ TOP);
`endif
  wire               put = in_valid_i && in_ready_o;
  wire [ROOM_LOG2:0] in_d = in_q + ONE;
  always @(posedge in_clk_i) begin
    if (put) begin
      memory[in_q[ROOM_LOG2-1:0]] <= in_data_i;
      in_q <= in_d;
      in_gray_q <= in_d ^ (in_d >> 1);
    end
    out_seen_0_q <= out_gray_q;
    out_seen_q <= out_seen_0_q;
  end

  assign out_valid_o = in_seen_q != out_gray_q;
  assign out_data_o = memory[out_q[ROOM_LOG2-1:0]];
  wire               get = out_valid_o && out_ready_i;
  wire [ROOM_LOG2:0] out_d = out_q + ONE;
  always @(posedge out_clk_i) begin
    if (get) begin
      out_q <= out_d;
      out_gray_q <= out_d ^ (out_d >> 1);
    end
    in_seen_0_q <= in_gray_q;
    in_seen_q <= in_seen_0_q;
  end

`ifdef FORMAL
  // Each side sees an earlier position of the other, which is safe: positions only grow.
  reg  [ROOM_LOG2:0] f_in_0 = {ROOM_LOG2 + 1{1'b0}}, f_in = {ROOM_LOG2 + 1{1'b0}};
  reg  [ROOM_LOG2:0] f_out_0 = {ROOM_LOG2 + 1{1'b0}}, f_out = {ROOM_LOG2 + 1{1'b0}};
  always @(posedge in_clk_i) begin
    f_in_0 <= in_q;
    f_in <= f_in_0;
    f_out_0 <= out_q;
    f_out <= f_out_0;
  end
  wire [ROOM_LOG2:0] f_held = in_q - out_q, f_in_held = in_q - f_out, f_out_held = f_in - out_q;
  wire [ROOM_LOG2:0] f_in_held_0 = in_q - f_out_0, f_out_held_0 = f_in_0 - out_q;
  localparam [ROOM_LOG2:0] F_ROOM = {1'b1, {ROOM_LOG2{1'b0}}};
  always @* begin
    assert (f_held <= F_ROOM && f_in_held <= F_ROOM && f_in_held_0 <= F_ROOM);
    assert (f_held <= f_in_held_0 && f_in_held_0 <= f_in_held);
    assert (f_out_held <= f_out_held_0 && f_out_held_0 <= f_held);
    assert (in_gray_q == (in_q ^ (in_q >> 1)) && out_gray_q == (out_q ^ (out_q >> 1)));
    assert (in_seen_0_q == (f_in_0 ^ (f_in_0 >> 1)) && in_seen_q == (f_in ^ (f_in >> 1)));
    assert (out_seen_0_q == (f_out_0 ^ (f_out_0 >> 1)) && out_seen_q == (f_out ^ (f_out >> 1)));
    if (out_valid_o) assert (f_held != {ROOM_LOG2 + 1{1'b0}});
  end
`endif

endmodule

`default_nettype wire
