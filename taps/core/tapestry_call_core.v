// SPDX-License-Identifier: Apache-2.0
//
// tapestry_call_core: invocations of a block with a start and a done, in hardware.
//
// Purpose      The synthesizable body of the call tap.
// Measures     An invocation begins at an observed edge with start = 1 while none is being offered;
//              the offer ends at the edge with ready = 1; the oldest one in flight completes at the
//              edge with done = 1. Latency = completing edge - beginning edge + 1. The record, in this order:
//                16 words; each edge counts in word {begins, overflow, busy, done}, reset edges in word 4, which
//                cannot be otherwise. invocations, completions, busy_cycles, orphans, overflows are sums
//                of these, and all sum to the edges
//                latency_sum, interval_sum, each low and high word
//                EXTREMES = 1   min_latency, max_latency, min_interval, max_interval; 0: none
//                LATENCY_BINS words; a completion counts in word log2 of its latency, at most the last
//              The latency histogram sums to the completions.
// Not measured Invocations beyond 2^UNDER_WAY_LOG2 in flight at once: begun, counted as overflows, not tracked.
// Parameters   COUNTER_WIDTH: bits of each word and of a latency. BLOCK: see tapestry_table.
// Timing       Sampled at one edge, counted at the next, with count_i and bank_i of the cycle between. What is
//              under way is followed with enable_i = 1, counting or not.
// Overflow     Words wrap modulo 2^COUNTER_WIDTH.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: one word counts at each edge; busy is while an invocation is in flight; the histogram has
//              as many entries as there were completions.

`default_nettype none

module tapestry_call_core #(
    parameter integer COUNTER_WIDTH = 32,
    parameter integer LATENCY_BINS = 32,
    parameter integer EXTREMES = 1,
    parameter integer UNDER_WAY_LOG2 = 6,
    parameter integer BLOCK = 0,
    // Derived, not to be set: words before the bins, bits of a word's number.
    parameter integer BINS_AT = (EXTREMES != 0) ? 24 : 20,
    parameter integer ADDRESS_WIDTH = $clog2(BINS_AT + LATENCY_BINS)
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     tap_start_i,
    input  wire                     tap_ready_i,
    input  wire                     tap_done_i,
    input  wire                     enable_i,
    input  wire                     count_i,
    input  wire                     bank_i,
    input  wire                     clear_i,
    input  wire                     read_i,
    input  wire                     read_next_i,
    input  wire [ADDRESS_WIDTH-1:0] read_word_i,
    output wire [COUNTER_WIDTH-1:0] read_data_o,
    output wire                     read_valid_o
);
  localparam [COUNTER_WIDTH-1:0] ZERO = {COUNTER_WIDTH{1'b0}}, ONE = {{COUNTER_WIDTH-1{1'b0}}, 1'b1};
  localparam integer LOG_WIDTH = $clog2(LATENCY_BINS);
  localparam integer UW = UNDER_WAY_LOG2;
  // verilator lint_off WIDTH
  localparam [ADDRESS_WIDTH-1:0] BINS_FROM = BINS_AT;
  // verilator lint_on WIDTH

  // The sample that is counted at the next edge.
  reg rst_q = 1'b0, start_q = 1'b0, ready_q = 1'b0, done_q = 1'b0;
  always @(posedge clk_i) begin
    rst_q <= rst_i;
    start_q <= tap_start_i;
    ready_q <= tap_ready_i;
    done_q <= tap_done_i;
  end

  // Invocations in flight: the time at which each began, in a ring.
  reg  [COUNTER_WIDTH-1:0] begun_memory [0:(1<<UW)-1];
  reg  [COUNTER_WIDTH-1:0] time_q = ZERO, last_begun_q = ZERO;
  reg  [UW-1:0]            oldest_q = {UW{1'b0}};
  reg  [UW:0]              under_way_q = {UW + 1{1'b0}};
  reg                      offering_q = 1'b0, any_begun_q = 1'b0;  // the latter since the last reset edge

  // An edge first begins, then completes: an invocation may do both.
  wire          observe = enable_i && !rst_q;
  wire          none = under_way_q == {UW + 1{1'b0}};
  wire          begins = !rst_q && start_q && !offering_q;
  wire          overflow = begins && under_way_q[UW];
  wire          follow = begins && !overflow;
`ifdef MUTANT_1
  wire          busy = !rst_q && !none;
`else
  wire          busy = !rst_q && (follow || !none);
`endif
  wire          completes = busy && done_q;
  wire [UW-1:0] youngest = oldest_q + under_way_q[UW-1:0];
  always @(posedge clk_i) begin
    if (observe && follow) begun_memory[youngest] <= time_q;
    if (enable_i) time_q <= time_q + ONE;
    if (enable_i && rst_q) begin
      oldest_q <= {UW{1'b0}};
      under_way_q <= {UW + 1{1'b0}};
      offering_q <= 1'b0;
      any_begun_q <= 1'b0;
    end
    else if (enable_i) begin
      oldest_q <= oldest_q + {{UW-1{1'b0}}, completes};
      under_way_q <= under_way_q + {{UW{1'b0}}, follow} - {{UW{1'b0}}, completes};
      offering_q <= (offering_q || start_q) && !ready_q;
      any_begun_q <= any_begun_q || begins;
      if (begins) last_begun_q <= time_q;
    end
  end

  wire [COUNTER_WIDTH-1:0] begun = none ? time_q : begun_memory[oldest_q];
  wire [COUNTER_WIDTH-1:0] latency = time_q - begun + ONE;
  wire [COUNTER_WIDTH-1:0] interval = time_q - last_begun_q;
  wire                     spaced = begins && any_begun_q;

  wire [3:0]               index = rst_q ? 4'd4 : {begins, overflow, busy, done_q};
  wire [COUNTER_WIDTH-1:0] entry, bin;
  wire                     entry_valid, bin_valid;
  tapestry_table #(.INDEX_WIDTH(4), .WIDTH(COUNTER_WIDTH), .BLOCK(BLOCK)) counts
      (.clk_i(clk_i), .bank_i(bank_i), .count_i(count_i), .index_i(index),
       .read_i(read_i), .read_next_i(read_next_i), .read_index_i(read_word_i[3:0]),
       .read_data_o(entry), .read_valid_o(entry_valid));

  function [LOG_WIDTH-1:0] log2(input [COUNTER_WIDTH-1:0] value);
    integer k;
    begin
      log2 = {LOG_WIDTH{1'b0}};
      for (k = 1; k < COUNTER_WIDTH; k = k + 1)
        if (value[k]) log2 = (k < LATENCY_BINS) ? k[LOG_WIDTH-1:0] : {LOG_WIDTH{1'b1}};
    end
  endfunction
  /* verilator lint_off UNUSEDSIGNAL */
  wire [ADDRESS_WIDTH-1:0] read_bin = read_word_i - BINS_FROM;
  /* verilator lint_on UNUSEDSIGNAL */
`ifdef MUTANT_2
  wire                     bin_counts = count_i && done_q && !rst_q;
`else
  wire                     bin_counts = count_i && completes;
`endif
  tapestry_table #(.INDEX_WIDTH(LOG_WIDTH), .WIDTH(COUNTER_WIDTH), .BLOCK(BLOCK)) latencies
      (.clk_i(clk_i), .bank_i(bank_i), .count_i(bin_counts), .index_i(log2(latency)),
       .read_i(read_i), .read_next_i(read_next_i), .read_index_i(read_bin[LOG_WIDTH-1:0]),
       .read_data_o(bin), .read_valid_o(bin_valid));

  wire [2*COUNTER_WIDTH-1:0] latency_total, interval_total;
  tapestry_sum #(.WIDTH(COUNTER_WIDTH), .VALUE_WIDTH(COUNTER_WIDTH)) latency_sum
      (.clk_i(clk_i), .bank_i(bank_i), .add_i(count_i && completes), .value_i(latency), .read_data_o(latency_total));
  tapestry_sum #(.WIDTH(COUNTER_WIDTH), .VALUE_WIDTH(COUNTER_WIDTH)) interval_sum
      (.clk_i(clk_i), .bank_i(bank_i), .add_i(count_i && spaced), .value_i(interval), .read_data_o(interval_total));

  // The words between the two tables, the first at 16.
  wire [8*COUNTER_WIDTH-1:0] middle;
  generate
    if (EXTREMES != 0) begin : extremes
      tapestry_extreme #(.WIDTH(COUNTER_WIDTH), .LEAST(1)) min_latency
          (.clk_i(clk_i), .bank_i(bank_i), .clear_i(clear_i), .take_i(count_i && completes), .value_i(latency),
           .read_data_o(middle[4*COUNTER_WIDTH +: COUNTER_WIDTH]));
      tapestry_extreme #(.WIDTH(COUNTER_WIDTH)) max_latency
          (.clk_i(clk_i), .bank_i(bank_i), .clear_i(clear_i), .take_i(count_i && completes), .value_i(latency),
           .read_data_o(middle[5*COUNTER_WIDTH +: COUNTER_WIDTH]));
      tapestry_extreme #(.WIDTH(COUNTER_WIDTH), .LEAST(1)) min_interval
          (.clk_i(clk_i), .bank_i(bank_i), .clear_i(clear_i), .take_i(count_i && spaced), .value_i(interval),
           .read_data_o(middle[6*COUNTER_WIDTH +: COUNTER_WIDTH]));
      tapestry_extreme #(.WIDTH(COUNTER_WIDTH)) max_interval
          (.clk_i(clk_i), .bank_i(bank_i), .clear_i(clear_i), .take_i(count_i && spaced), .value_i(interval),
           .read_data_o(middle[7*COUNTER_WIDTH +: COUNTER_WIDTH]));
    end
    else begin : plain
      assign middle[8*COUNTER_WIDTH-1:4*COUNTER_WIDTH] = {4{ZERO}};
      /* verilator lint_off UNUSEDSIGNAL */
      wire unused = clear_i;
      /* verilator lint_on UNUSEDSIGNAL */
    end
  endgenerate
  assign middle[4*COUNTER_WIDTH-1:0] = {interval_total, latency_total};

  wire in_table = read_word_i[ADDRESS_WIDTH-1:4] == {ADDRESS_WIDTH-4{1'b0}};
  wire in_bins = read_word_i >= BINS_FROM;
  assign read_data_o = in_table ? entry : in_bins ? bin : middle[COUNTER_WIDTH*read_word_i[2:0] +: COUNTER_WIDTH];
  assign read_valid_o = in_bins ? bin_valid : entry_valid;

`ifdef FORMAL
  // Completions are what the histogram counts; invocations in flight are those begun and tracked, less the completions.
  reg [UW+1:0] f_begun = 0, f_completed = 0;
  always @(posedge clk_i)
    if (enable_i && rst_q) begin
      f_begun <= 0;
      f_completed <= 0;
    end
    else if (enable_i) begin
      f_begun <= f_begun + (index[3] && !index[2]);
      f_completed <= f_completed + (index[1] && index[0]);
    end
  wire [UW+1:0] f_under_way = f_begun - f_completed;
  // Edges since the last one that began.
  reg [COUNTER_WIDTH-1:0] f_since = ZERO;
  reg                     f_any = 1'b0;
  always @(posedge clk_i)
    if (enable_i) begin
      f_since <= begins ? ONE : f_since + ONE;
      f_any <= !rst_q && (f_any || begins);
    end
  always @* begin
    assert (any_begun_q == f_any);
    if (f_any) assert (time_q - last_begun_q == f_since);
    if (spaced) assert (interval == f_since);
    assert (spaced == (!rst_q && start_q && !offering_q && f_any));
    if (none) assert (latency == ONE);
    else assert (latency == time_q - begun_memory[oldest_q] + ONE);
    assert (f_under_way == under_way_q && under_way_q <= (1 << UW));
    assert ((index == 4'd4) == rst_q);
    if (!rst_q) assert (index[1] == (f_under_way != 0 || (index[3] && !index[2])));
    if (index[2] && index[3]) assert (f_under_way == (1 << UW));
    assert (bin_counts == (count_i && !rst_q && index[1] && index[0]));
  end
`endif

endmodule

`default_nettype wire
