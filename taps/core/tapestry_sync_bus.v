// SPDX-License-Identifier: Apache-2.0
//
// tapestry_sync_bus: a bus of another clock.
//
// Purpose      An input of a tap of several bits that change together, with another clock than the tap's.
// Parameters   WIDTH: bits.
// Timing       Every value that in_i has at an edge of in_clk_i comes out, in order, and stays until the next one
//              does; some edges late. clk_i is not slower than in_clk_i, so that the queue cannot fill.
// Overflow     A value that finds no room, because clk_i is slower or stands still, is left out, and the one
//              that follows is right again.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove, in tapestry_async_queue.

`default_nettype none

module tapestry_sync_bus #(
    parameter integer WIDTH = 8
) (
    input  wire             in_clk_i,
    input  wire [WIDTH-1:0] in_i,
    input  wire             clk_i,
    output wire [WIDTH-1:0] out_o
);
  // Only changes cross.
  reg [WIDTH-1:0] sent_q = {WIDTH{1'b0}}, out_q = {WIDTH{1'b0}};
  wire            room, comes;
  wire [WIDTH-1:0] value;
  wire            changed = in_i != sent_q;
  tapestry_async_queue #(.WIDTH(WIDTH), .ROOM_LOG2(3)) values
      (.in_clk_i(in_clk_i), .in_valid_i(changed), .in_ready_o(room), .in_data_i(in_i),
       .out_clk_i(clk_i), .out_valid_o(comes), .out_ready_i(1'b1), .out_data_o(value));
  always @(posedge in_clk_i) if (changed && room) sent_q <= in_i;
  always @(posedge clk_i) if (comes) out_q <= value;
  assign out_o = out_q;

endmodule

`default_nettype wire
