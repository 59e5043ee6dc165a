// SPDX-License-Identifier: Apache-2.0
//
// tapestry_sync_bit: a bit of another clock.
//
// Purpose      An input of a tap that changes with another clock than the tap's: two registers.
// Timing       out_o follows in_i one to two edges of clk_i later. A pulse that is shorter than a cycle of clk_i may be
//              missed, so the tap takes the fastest of its clocks.
// Cost         Two registers.

`default_nettype none

module tapestry_sync_bit (
    input  wire clk_i,
    input  wire in_i,
    output wire out_o
);
  (* ASYNC_REG = "TRUE" *) reg [1:0] sync_q = 2'b00;
  always @(posedge clk_i) sync_q <= {sync_q[0], in_i};
  assign out_o = sync_q[1];

endmodule

`default_nettype wire
