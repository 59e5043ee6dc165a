// SPDX-License-Identifier: Apache-2.0
//
// tapestry_ring_port: a part of the ring on another clock.
//
// Purpose      Extends the ring to the taps of another clock and back, through two asynchronous queues. Its own
//              node, the first of that part, counts the edges of that clock.
// Parameters   COUNTER_WIDTH, SITE: of that node. ROOM_LOG2: at least the hub's SLOTS_LOG2 + 1.
// Timing       Words keep their order; idle ones do not cross. A cut is made at one edge of the other clock for
//              all its taps; its offset to the hub's edge is known only to within the crossing latency.
// Overflow     Impossible: the hub never has more slots in flight than a queue has room.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove, in tapestry_async_queue and tapestry_node.

`default_nettype none

module tapestry_ring_port #(
    parameter integer COUNTER_WIDTH = 32,
    parameter [15:0]  SITE = 16'hff02,
    parameter integer ROOM_LOG2 = 7
) (
    input  wire       clk_i,
    input  wire       ring_clk_i,
    input  wire [9:0] hub_in,
    output wire [9:0] hub_out,
    output wire [9:0] ring_out,
    input  wire [9:0] ring_in
);
  /* verilator lint_off UNUSEDSIGNAL */
  wire       there_room, back_room;
  /* verilator lint_on UNUSEDSIGNAL */
  wire       there, back;
  wire [9:0] there_word, back_word;
  tapestry_async_queue #(.WIDTH(10), .ROOM_LOG2(ROOM_LOG2)) way_there
      (.in_clk_i(clk_i), .in_valid_i(hub_in[9:8] != 2'd0), .in_ready_o(there_room), .in_data_i(hub_in),
       .out_clk_i(ring_clk_i), .out_valid_o(there), .out_ready_i(1'b1), .out_data_o(there_word));
  tapestry_async_queue #(.WIDTH(10), .ROOM_LOG2(ROOM_LOG2)) way_back
      (.in_clk_i(ring_clk_i), .in_valid_i(ring_in[9:8] != 2'd0), .in_ready_o(back_room), .in_data_i(ring_in),
       .out_clk_i(clk_i), .out_valid_o(back), .out_ready_i(1'b1), .out_data_o(back_word));

  tapestry_clock_node #(.SITE(SITE), .COUNTER_WIDTH(COUNTER_WIDTH)) clock
      (.clk_i(ring_clk_i), .ring_in(there ? there_word : 10'd0), .ring_out(ring_out));
  reg [9:0] hub_q = 10'd0;
  always @(posedge clk_i) hub_q <= back ? back_word : 10'd0;
  assign hub_out = hub_q;

endmodule

`default_nettype wire
