// SPDX-License-Identifier: Apache-2.0
//
// tapestry_value_core: the distribution of a value, in hardware.
//
// Purpose      The synthesizable body of the value tap.
// Measures     Each edge counts in one word of the record:
//                i          enabled, FROM + i*STEP <= value < FROM + (i+1)*STEP, i < BINS
//                BINS       enabled, value < FROM               (below)
//                BINS + 1   enabled, any other value            (above)
//                BINS + 2   not enabled
//                BINS + 3   reset
//              samples is the sum of all but the last two, and all sum to the edges. Then value_sum in
//              VALUE_WORDS + 1 words, low first; with EXTREMES = 1 least (the largest value when there is none)
//              and most in VALUE_WORDS each.
// Not measured The order of values. Hardware knows no X, so nothing is `unknown`.
// Parameters   WIDTH: bits of the value. FROM, STEP, BINS: see above; a STEP that is a power of two costs a shift,
//              any other one a comparator for each bin. COUNTER_WIDTH: bits of each word. SUMS, EXTREMES: 0 leaves
//              them out. BLOCK: see tapestry_table.
// Timing       Sampled at one edge, counted at the next, with count_i and bank_i of the cycle between.
// Overflow     Words wrap modulo 2^COUNTER_WIDTH.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: one word counts at each edge, that of the value.

`default_nettype none

module tapestry_value_core #(
    parameter integer WIDTH = 32,
    parameter [63:0]  FROM = 64'd0,
    parameter [63:0]  STEP = 64'd1,
    parameter integer BINS = 16,
    parameter integer COUNTER_WIDTH = 32,
    parameter integer SUMS = 1,
    parameter integer EXTREMES = 1,
    parameter integer BLOCK = (BINS > 62) ? 1 : 0,
    // Derived, not to be set: words of a value, words after the table, bits of a bin's and a word's number.
    parameter integer VALUE_WORDS = (WIDTH + COUNTER_WIDTH - 1) / COUNTER_WIDTH,
    parameter integer MORE_WORDS = ((SUMS != 0) ? VALUE_WORDS + 1 : 0) + ((EXTREMES != 0) ? 2 * VALUE_WORDS : 0),
    parameter integer INDEX_WIDTH = $clog2(BINS + 4),
    parameter integer ADDRESS_WIDTH = $clog2(BINS + 4 + MORE_WORDS)
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     tap_enable_i,
    input  wire [WIDTH-1:0]         tap_value_i,
    input  wire                     count_i,
    input  wire                     bank_i,
    input  wire                     clear_i,
    input  wire                     read_i,
    input  wire                     read_next_i,
    input  wire [ADDRESS_WIDTH-1:0] read_word_i,
    output wire [COUNTER_WIDTH-1:0] read_data_o,
    output wire                     read_valid_o
);
  // verilator lint_off WIDTH
  localparam [INDEX_WIDTH-1:0]   BELOW = BINS, ABOVE = BINS + 1, OFF = BINS + 2, RESET = BINS + 3;
  localparam [ADDRESS_WIDTH-1:0] MORE_FROM = BINS + 4;
  // verilator lint_on WIDTH
  localparam [95:0]  ABOVE_FROM = {32'd0, FROM} + {32'd0, STEP} * BINS;
  localparam integer SHIFT = $clog2(STEP);

  // The bin of a value that is neither below nor above.
  function [INDEX_WIDTH-1:0] bin_by_comparison(input [95:0] value);
    integer k;
    begin
      bin_by_comparison = {INDEX_WIDTH{1'b0}};
      for (k = 1; k < BINS; k = k + 1)
        if (value >= {32'd0, FROM} + {32'd0, STEP} * k) bin_by_comparison = k[INDEX_WIDTH-1:0];
    end
  endfunction
  wire [95:0] value_96 = {{96-WIDTH{1'b0}}, tap_value_i};
  /* verilator lint_off UNUSEDSIGNAL */
  wire [96:0] offset = {1'b0, value_96} - {33'd0, FROM};
  /* verilator lint_on UNUSEDSIGNAL */
  wire [INDEX_WIDTH-1:0] bin;
  generate
    if ((64'd1 << SHIFT) == STEP) begin : by_shift
      /* verilator lint_off UNUSEDSIGNAL */
      wire [95:0] quotient = offset[95:0] >> SHIFT;
      /* verilator lint_on UNUSEDSIGNAL */
      assign bin = quotient[INDEX_WIDTH-1:0];
    end
    else begin : by_comparison
      assign bin = bin_by_comparison(value_96);
    end
  endgenerate

  // The sample that is counted at the next edge, as the entry it counts in.
  reg [INDEX_WIDTH-1:0] index_q = RESET;
  reg                   sample_q = 1'b0;
  always @(posedge clk_i) begin
`ifdef MUTANT_1
    index_q <= rst_i ? RESET : !tap_enable_i ? OFF : value_96 >= ABOVE_FROM ? ABOVE : bin;
`else
    index_q <= rst_i ? RESET : !tap_enable_i ? OFF : offset[96] ? BELOW : value_96 >= ABOVE_FROM ? ABOVE : bin;
`endif
    sample_q <= !rst_i && tap_enable_i;
  end

  wire [COUNTER_WIDTH-1:0] entry;
  tapestry_table #(.INDEX_WIDTH(INDEX_WIDTH), .WIDTH(COUNTER_WIDTH), .BLOCK(BLOCK)) counts
      (.clk_i(clk_i), .bank_i(bank_i), .count_i(count_i), .index_i(index_q),
       .read_i(read_i), .read_next_i(read_next_i), .read_index_i(read_word_i[INDEX_WIDTH-1:0]),
       .read_data_o(entry), .read_valid_o(read_valid_o));

  generate
    if (SUMS != 0 || EXTREMES != 0) begin : more
      localparam integer SUM_WORDS = (SUMS != 0) ? VALUE_WORDS + 1 : 0;
      localparam integer VALUE_BITS = VALUE_WORDS * COUNTER_WIDTH;
      wire [MORE_WORDS*COUNTER_WIDTH-1:0] words;
      reg  [WIDTH-1:0]                    value_q = {WIDTH{1'b0}};
      always @(posedge clk_i) value_q <= tap_value_i;
      if (SUMS != 0) begin : sums
        wire [COUNTER_WIDTH+WIDTH-1:0] sum;
        tapestry_sum #(.WIDTH(COUNTER_WIDTH), .VALUE_WIDTH(WIDTH)) value_sum
            (.clk_i(clk_i), .bank_i(bank_i), .add_i(count_i && sample_q), .value_i(value_q), .read_data_o(sum));
        assign words[SUM_WORDS*COUNTER_WIDTH-1:0] = {{VALUE_BITS-WIDTH{1'b0}}, sum};
      end
      if (EXTREMES != 0) begin : extremes
        wire [WIDTH-1:0] least_value, most_value;
        tapestry_extreme #(.WIDTH(WIDTH), .LEAST(1), .NONE({WIDTH{1'b1}})) least
            (.clk_i(clk_i), .bank_i(bank_i), .clear_i(clear_i), .take_i(count_i && sample_q), .value_i(value_q),
             .read_data_o(least_value));
        tapestry_extreme #(.WIDTH(WIDTH)) most
            (.clk_i(clk_i), .bank_i(bank_i), .clear_i(clear_i), .take_i(count_i && sample_q), .value_i(value_q),
             .read_data_o(most_value));
        assign words[MORE_WORDS*COUNTER_WIDTH-1:SUM_WORDS*COUNTER_WIDTH] =
            {{VALUE_BITS-WIDTH{1'b0}}, most_value, {VALUE_BITS-WIDTH{1'b0}}, least_value};
      end
      else begin : no_extremes
        /* verilator lint_off UNUSEDSIGNAL */
        wire unused = clear_i;
        /* verilator lint_on UNUSEDSIGNAL */
      end
      /* verilator lint_off UNUSEDSIGNAL */
      wire [ADDRESS_WIDTH-1:0] which = read_word_i - MORE_FROM;
      /* verilator lint_on UNUSEDSIGNAL */
      assign read_data_o = (read_word_i < MORE_FROM) ? entry : words[COUNTER_WIDTH*which +: COUNTER_WIDTH];
    end
    else begin : plain
      assign read_data_o = entry;
      /* verilator lint_off UNUSEDSIGNAL */
      wire unused = clear_i || sample_q || ^MORE_FROM;
      /* verilator lint_on UNUSEDSIGNAL */
    end
  endgenerate

`ifdef FORMAL
  reg             f_rst = 1'b1, f_enable = 1'b0;
  reg [WIDTH-1:0] f_value = {WIDTH{1'b0}};
  always @(posedge clk_i) begin
    f_rst <= rst_i;
    f_enable <= tap_enable_i;
    f_value <= tap_value_i;
  end
  always @* begin
    assert ((index_q == RESET) == f_rst);
    assert ((index_q == OFF) == (!f_rst && !f_enable));
    assert ((index_q == BELOW) == (!f_rst && f_enable && f_value < FROM));
    assert ((index_q == ABOVE) == (!f_rst && f_enable && f_value >= FROM + STEP * BINS));
    if (index_q < BINS) assert (f_value >= FROM + STEP * index_q && f_value < FROM + STEP * (index_q + 1));
  end
`endif

endmodule

`default_nettype wire
