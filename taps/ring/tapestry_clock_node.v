// SPDX-License-Identifier: Apache-2.0
//
// tapestry_clock_node: the edges of a clock, on its ring.
//
// Purpose      Reports the edge of each cut for a ring that is not on the hub's clock.
// Measures     One word: the edges counted in the frames of this bank.
// Parameters   COUNTER_WIDTH: bits of the word. SITE: its identity.
// Timing       As any tap: an edge counts in the frame in which it is sampled.
// Overflow     Wraps modulo 2^COUNTER_WIDTH.
// Cost         In the table of docs/taps.md, as part of tapestry_ring_port.
// Proved       By taps/prove, in tapestry_sum.

`default_nettype none

module tapestry_clock_node #(
    parameter [15:0]  SITE = 16'd0,
    parameter integer COUNTER_WIDTH = 32
) (
    input  wire       clk_i,
    input  wire [9:0] ring_in,
    output wire [9:0] ring_out
);
  wire                     enable, bank;
  wire [COUNTER_WIDTH-1:0] edges;
  /* verilator lint_off UNUSEDSIGNAL */
  wire                     count, clear, read, next, over;
  wire [9:0]               word;
  /* verilator lint_on UNUSEDSIGNAL */
  tapestry_node #(.KIND(8'd7), .SITE(SITE), .WORDS(1), .WIDTH(COUNTER_WIDTH)) node
      (.clk_i(clk_i), .ring_in(ring_in), .ring_out(ring_out), .enable_o(enable), .count_o(count), .bank_o(bank),
       .clear_o(clear), .read_o(read), .read_next_o(next), .read_word_o(word), .read_data_i(edges),
       .read_valid_i(1'b1));
  tapestry_sum #(.WIDTH(COUNTER_WIDTH), .VALUE_WIDTH(1)) sum
      (.clk_i(clk_i), .bank_i(bank), .add_i(enable), .value_i(1'b1), .read_data_o({over, edges}));

endmodule

`default_nettype wire
