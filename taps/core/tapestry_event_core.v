// SPDX-License-Identifier: Apache-2.0
//
// tapestry_event_core: how often and how long an expression is true, in hardware.
//
// Purpose      The synthesizable body of the event tap.
// Measures     Each edge counts in one word of the record:
//                0 reset   1 false   2 true, as at the edge before   3 true, the first of a run
//              cycles_true = 2 + 3, rising_edges = 3; the four sum to the edges. Then, with EXTREMES = 1:
//                4 longest_run: the longest so far
// Not measured When each run happens (frames say it coarsely).
// Parameters   WIDTH: bits of tap_event_i, which is true when any of them is 1. COUNTER_WIDTH: bits of each
//              word. EXTREMES: 0 leaves out what costs comparisons. BLOCK: see tapestry_table.
// Timing       Sampled at one edge, counted at the next, with count_i, enable_i and bank_i of the cycle between.
// Overflow     Words wrap modulo 2^COUNTER_WIDTH; longest_run stops at its largest value.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: the sum of the words is the number of edges; no run is longer than its cycles.

`default_nettype none

module tapestry_event_core #(
    parameter integer WIDTH = 1,
    parameter integer COUNTER_WIDTH = 32,
    parameter integer EXTREMES = 1,
    parameter integer BLOCK = 0
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire [WIDTH-1:0]         tap_event_i,
    input  wire                     count_i,
    input  wire                     bank_i,
    input  wire                     clear_i,
    input  wire                     read_i,
    input  wire                     read_next_i,
    input  wire [2:0]               read_word_i,
    output wire [COUNTER_WIDTH-1:0] read_data_o,
    output wire                     read_valid_o
);
  // The sample that is counted at the next edge, and whether the edge before it was true.
  reg rst_q = 1'b0, true_q = 1'b0, before_q = 1'b0;
  always @(posedge clk_i) begin
    rst_q <= rst_i;
    true_q <= |tap_event_i;
    if (count_i) before_q <= true_q && !rst_q;
  end

  wire       run = true_q && !rst_q;
`ifdef MUTANT_1
  wire [1:0] index = {true_q, true_q ? !before_q : !rst_q};
`else
  wire [1:0] index = {run, run ? !before_q : !rst_q};
`endif

  wire [COUNTER_WIDTH-1:0] entry;
  tapestry_table #(.INDEX_WIDTH(2), .WIDTH(COUNTER_WIDTH), .BLOCK(BLOCK)) counts
      (.clk_i(clk_i), .bank_i(bank_i), .count_i(count_i), .index_i(index),
       .read_i(read_i), .read_next_i(read_next_i), .read_index_i(read_word_i[1:0]),
       .read_data_o(entry), .read_valid_o(read_valid_o));

  generate
    if (EXTREMES != 0) begin : extremes
      wire [COUNTER_WIDTH-1:0] longest_run;
      tapestry_longest #(.WIDTH(COUNTER_WIDTH)) longest
          (.clk_i(clk_i), .bank_i(bank_i), .clear_i(clear_i), .count_i(count_i), .grows_i(run),
           .read_data_o(longest_run));
      assign read_data_o = read_word_i[2] ? longest_run : entry;
    end
    else begin : plain
      assign read_data_o = entry;
      /* verilator lint_off UNUSEDSIGNAL */
      wire unused = read_word_i[2] || clear_i;
      /* verilator lint_on UNUSEDSIGNAL */
    end
  endgenerate

`ifdef FORMAL
  reg f_rst = 1'b0, f_true = 1'b0, f_before = 1'b0;
  always @(posedge clk_i) begin
    f_rst <= rst_i;
    f_true <= tap_event_i != {WIDTH{1'b0}};
    if (count_i) f_before <= !f_rst && f_true;
  end
  always @* begin
    assert ((index == 2'd0) == f_rst);
    assert ((index == 2'd1) == (!f_rst && !f_true));
    assert ((index == 2'd3) == (!f_rst && f_true && !f_before));
  end
`endif

endmodule

`default_nettype wire
