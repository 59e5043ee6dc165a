// SPDX-License-Identifier: Apache-2.0
//
// tapestry_assert_core: how often a condition that must hold did not, and when first, in hardware.
//
// Purpose      The synthesizable body of the assert tap.
// Measures     A violation is an edge without reset and with tap_holds_i = 0. The record: the four words of
//              tapestry_event_core for violations, then
//                4 first_violation: edges before the first one, since configuration or clear
// Not measured When the later ones happened.
// Parameters   COUNTER_WIDTH: bits of each word. BLOCK: see tapestry_table.
// Timing       Sampled at one edge, counted at the next, with count_i, enable_i and bank_i of the cycle between.
// Overflow     Counts wrap modulo 2^COUNTER_WIDTH; first_violation stops at its largest value.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: first_violation is the number of edges before the first violation, and stays.

`default_nettype none

module tapestry_assert_core #(
    parameter integer COUNTER_WIDTH = 32,
    parameter integer BLOCK = 0
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     tap_holds_i,
    input  wire                     enable_i,
    input  wire                     count_i,
    input  wire                     bank_i,
    input  wire                     clear_i,
    input  wire                     read_i,
    input  wire                     read_next_i,
    input  wire [2:0]               read_word_i,
    output wire [COUNTER_WIDTH-1:0] read_data_o,
    output wire                     read_valid_o
);
  localparam [COUNTER_WIDTH-1:0] ZERO = {COUNTER_WIDTH{1'b0}}, ONE = {{COUNTER_WIDTH-1{1'b0}}, 1'b1};

  wire [COUNTER_WIDTH-1:0] entry;
  tapestry_event_core #(.WIDTH(1), .COUNTER_WIDTH(COUNTER_WIDTH), .EXTREMES(0), .BLOCK(BLOCK)) counting
      (.clk_i(clk_i), .rst_i(rst_i), .tap_event_i(!tap_holds_i), .count_i(count_i), .bank_i(bank_i),
       .clear_i(clear_i), .read_i(read_i), .read_next_i(read_next_i), .read_word_i(read_word_i),
       .read_data_o(entry), .read_valid_o(read_valid_o));

  // Saturating count of the edges before the first violation.
  reg                     violated_q = 1'b0, seen_q = 1'b0;
  reg [COUNTER_WIDTH-1:0] first_q = ZERO;
  wire                    first = violated_q && count_i;
  always @(posedge clk_i) begin
    violated_q <= !rst_i && !tap_holds_i;
    if (clear_i) begin
      seen_q <= 1'b0;
      first_q <= ZERO;
    end
    else if (enable_i && !seen_q) begin
`ifdef MUTANT_1
      seen_q <= violated_q;
`else
      seen_q <= first;
`endif
      if (!first && !(&first_q)) first_q <= first_q + ONE;
    end
  end
  assign read_data_o = read_word_i[2] ? first_q : entry;

`ifdef FORMAL
  // All edges since the beginning, and those before the first violation that counts, one bit wider.
  reg                   f_violated = 1'b0, f_seen = 1'b0;
  reg [COUNTER_WIDTH:0] f_edges = 0, f_first = 0;
  always @(posedge clk_i) begin
    f_violated <= !rst_i && !tap_holds_i;
    if (clear_i) begin
      f_edges <= 0;
      f_first <= 0;
      f_seen <= 1'b0;
    end
    else if (enable_i) begin
      if (!f_edges[COUNTER_WIDTH]) f_edges <= f_edges + 1'b1;
      if (f_violated && count_i) f_seen <= 1'b1;
      if (!f_seen) f_first <= (f_violated && count_i) ? f_edges : f_edges + !f_edges[COUNTER_WIDTH];
    end
    if (!enable_i) assume (!count_i);
  end
  always @* begin
    assert (violated_q == f_violated);
    assert (seen_q == f_seen);
    if (!f_seen) assert (f_first == f_edges);
    assert (f_first[COUNTER_WIDTH] ? &first_q : first_q == f_first[COUNTER_WIDTH-1:0]);
  end
`endif

endmodule

`default_nettype wire
