// SPDX-License-Identifier: Apache-2.0
//
// tapestry_stream_core: what a valid/ready stream does, in hardware.
//
// Purpose      The synthesizable body of the stream tap.
// Measures     Each edge counts in one word of the record:
//                0                reset
//                1  !valid !ready idle
//                2  !valid  ready starved
//                3   valid !ready blocked
//                   valid  ready  transfer: 6 + 2k when the burst reaches 2^k beats with it (k < BURST_BINS),
//                                 else 4; 1 more when it is the last of a packet
//              transfer_cycles, packets and the bursts that reached a length are sums of words, and all words
//              sum to the edges. Then, with HAS_KEEP = 1: the number of 1 bits of keep, low and high
//              word; with EXTREMES = 1: longest_block, longest_burst.
// Not measured Bytes of a stream without keep: they are transfers times the bytes of a beat.
// Parameters   KEEP_WIDTH, HAS_LAST, HAS_KEEP: as in tapestry_stream. COUNTER_WIDTH: bits of each word.
//              BURST_BINS: lengths that are distinguished, 1 to COUNTER_WIDTH. EXTREMES: 0 leaves them out.
//              BLOCK: see tapestry_table.
// Timing       Sampled at one edge, counted at the next, with count_i and bank_i of the cycle between.
// Overflow     Words wrap modulo 2^COUNTER_WIDTH; the longest stop at their largest value.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: one word counts at each edge, that of its handshake, and a burst reaches each power
//              of two when it is that long.

`default_nettype none

module tapestry_stream_core #(
    parameter integer KEEP_WIDTH = 1,
    parameter integer HAS_LAST = 0,
    parameter integer HAS_KEEP = 0,
    parameter integer COUNTER_WIDTH = 32,
    parameter integer BURST_BINS = 16,
    parameter integer EXTREMES = 1,
    parameter integer BLOCK = 0,
    // Derived, not to be set: words of the table, bits of an entry's and a word's number.
    parameter integer ENTRIES = 6 + 2 * BURST_BINS,
    parameter integer INDEX_WIDTH = $clog2(ENTRIES),
    parameter integer ADDRESS_WIDTH = $clog2(ENTRIES + 4)
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     tap_valid_i,
    input  wire                     tap_ready_i,
    input  wire                     tap_last_i,
    input  wire [KEEP_WIDTH-1:0]    tap_keep_i,
    input  wire                     count_i,
    input  wire                     bank_i,
    input  wire                     clear_i,
    input  wire                     read_i,
    input  wire                     read_next_i,
    input  wire [ADDRESS_WIDTH-1:0] read_word_i,
    output wire [COUNTER_WIDTH-1:0] read_data_o,
    output wire                     read_valid_o
);
  localparam integer LENGTH_WIDTH = (BURST_BINS > 1) ? BURST_BINS - 1 : 1;
  localparam integer REACHED_WIDTH = $clog2(BURST_BINS + 1);
  // verilator lint_off WIDTH
  localparam [INDEX_WIDTH-1:0] RESET = 0, TRANSFER = 4, REACHES = 6;
  localparam [REACHED_WIDTH-1:0] ALL = BURST_BINS;
  localparam [ADDRESS_WIDTH-1:0] KEPT = ENTRIES, EXTREME = ENTRIES + ((HAS_KEEP != 0) ? 2 : 0);
  // verilator lint_on WIDTH

  // The sample that is counted at the next edge.
  reg rst_q = 1'b0, valid_q = 1'b0, ready_q = 1'b0, last_q = 1'b0;
  always @(posedge clk_i) begin
    rst_q <= rst_i;
    valid_q <= tap_valid_i;
    ready_q <= tap_ready_i;
    last_q <= (HAS_LAST != 0) && tap_last_i;
  end
  wire transfer = !rst_q && valid_q && ready_q;
  wire blocked = !rst_q && valid_q && !ready_q;

  // The burst so far: its length until it has reached all lengths that are distinguished, and how many.
  // A length reaches the next power of two when all bits of the one before are 1.
  reg  [LENGTH_WIDTH-1:0]  length_q = {LENGTH_WIDTH{1'b0}};
  reg  [REACHED_WIDTH-1:0] reached_q = {REACHED_WIDTH{1'b0}};
  wire [LENGTH_WIDTH-1:0]  length_d = length_q + {{LENGTH_WIDTH-1{1'b0}}, 1'b1};
`ifdef MUTANT_2
  wire                     reaches = reached_q != ALL;
`else
  wire                     reaches = reached_q != ALL && (length_q & length_d) == {LENGTH_WIDTH{1'b0}};
`endif
  always @(posedge clk_i)
    if (count_i) begin
      length_q <= transfer ? length_d : {LENGTH_WIDTH{1'b0}};
      reached_q <= transfer ? reached_q + {{REACHED_WIDTH-1{1'b0}}, reaches} : {REACHED_WIDTH{1'b0}};
    end

  wire [INDEX_WIDTH-1:0] waits = {{INDEX_WIDTH-2{1'b0}}, valid_q, ready_q} + 1'b1;
  // verilator lint_off WIDTH
  wire [INDEX_WIDTH-1:0] moves = (reaches ? REACHES + {reached_q, 1'b0} : TRANSFER) + last_q;
  // verilator lint_on WIDTH
`ifdef MUTANT_1
  wire [INDEX_WIDTH-1:0] index = transfer ? moves : waits;
`else
  wire [INDEX_WIDTH-1:0] index = rst_q ? RESET : transfer ? moves : waits;
`endif

  wire [COUNTER_WIDTH-1:0] entry;
  tapestry_table #(.INDEX_WIDTH(INDEX_WIDTH), .WIDTH(COUNTER_WIDTH), .BLOCK(BLOCK)) counts
      (.clk_i(clk_i), .bank_i(bank_i), .count_i(count_i), .index_i(index),
       .read_i(read_i), .read_next_i(read_next_i), .read_index_i(read_word_i[INDEX_WIDTH-1:0]),
       .read_data_o(entry), .read_valid_o(read_valid_o));

  wire [COUNTER_WIDTH-1:0] after_table;
  generate
    if (HAS_KEEP != 0) begin : keep
      localparam integer ONES_WIDTH = $clog2(KEEP_WIDTH + 1);
      function [ONES_WIDTH-1:0] ones(input [KEEP_WIDTH-1:0] value);
        integer k;
        begin
          ones = {ONES_WIDTH{1'b0}};
          for (k = 0; k < KEEP_WIDTH; k = k + 1) ones = ones + {{ONES_WIDTH-1{1'b0}}, value[k]};
        end
      endfunction
      reg [ONES_WIDTH-1:0] ones_q = {ONES_WIDTH{1'b0}};
      always @(posedge clk_i) ones_q <= ones(tap_keep_i);
      wire [COUNTER_WIDTH+ONES_WIDTH-1:0] sum;
      tapestry_sum #(.WIDTH(COUNTER_WIDTH), .VALUE_WIDTH(ONES_WIDTH)) kept
          (.clk_i(clk_i), .bank_i(bank_i), .add_i(count_i && transfer), .value_i(ones_q), .read_data_o(sum));
      wire [COUNTER_WIDTH-1:0] high = {{COUNTER_WIDTH-ONES_WIDTH{1'b0}}, sum[COUNTER_WIDTH +: ONES_WIDTH]};
      assign after_table = (read_word_i < KEPT) ? entry
                         : (read_word_i[0] == KEPT[0]) ? sum[COUNTER_WIDTH-1:0] : high;
    end
    else begin : no_keep
      assign after_table = entry;
      /* verilator lint_off UNUSEDSIGNAL */
      wire unused = ^tap_keep_i || ^KEPT;
      /* verilator lint_on UNUSEDSIGNAL */
    end
    if (EXTREMES != 0) begin : extremes
      wire [COUNTER_WIDTH-1:0] longest_block, longest_burst;
      tapestry_longest #(.WIDTH(COUNTER_WIDTH)) block
          (.clk_i(clk_i), .bank_i(bank_i), .clear_i(clear_i), .count_i(count_i), .grows_i(blocked),
           .read_data_o(longest_block));
      tapestry_longest #(.WIDTH(COUNTER_WIDTH)) burst
          (.clk_i(clk_i), .bank_i(bank_i), .clear_i(clear_i), .count_i(count_i), .grows_i(transfer),
           .read_data_o(longest_burst));
      assign read_data_o = (read_word_i < EXTREME) ? after_table
                         : (read_word_i[0] == EXTREME[0]) ? longest_block : longest_burst;
    end
    else begin : plain
      assign read_data_o = after_table;
      /* verilator lint_off UNUSEDSIGNAL */
      wire unused = clear_i || blocked || ^EXTREME;
      /* verilator lint_on UNUSEDSIGNAL */
    end
  endgenerate

`ifdef FORMAL
  reg                     f_rst = 1'b0, f_valid = 1'b0, f_ready = 1'b0, f_last = 1'b0;
  reg [LENGTH_WIDTH+1:0]  f_length = {LENGTH_WIDTH + 2{1'b0}};  // of the burst before this edge, up to a limit
  always @(posedge clk_i) begin
    f_rst <= rst_i;
    f_valid <= tap_valid_i;
    f_ready <= tap_ready_i;
    f_last <= tap_last_i && HAS_LAST != 0;
    if (count_i) f_length <= (f_rst || !f_valid || !f_ready) ? 0 : f_length[LENGTH_WIDTH+1] ? f_length : f_length + 1'b1;
  end
  wire [LENGTH_WIDTH+1:0] f_now = f_length + 1'b1;
  wire                    f_transfer = !f_rst && f_valid && f_ready;
  integer                 f_k;
  always @* begin
    assert ((index == RESET) == f_rst);
    assert ((index == 1) == (!f_rst && !f_valid && !f_ready));
    assert ((index == 2) == (!f_rst && !f_valid && f_ready));
    assert ((index == 3) == (!f_rst && f_valid && !f_ready));
    if (f_transfer) assert (index >= TRANSFER && index < ENTRIES && index[0] == f_last);
    // reached_q is the logarithm of the next power of two, length_q the length until all are reached.
    assert (reached_q <= ALL);
    if (reached_q != ALL) assert (f_length == length_q);
    for (f_k = 0; f_k < BURST_BINS; f_k = f_k + 1) begin
      assert ((reached_q > f_k) == (f_length >= (1 << f_k)));
      if (f_transfer) assert ((index >> 1 == 3 + f_k) == (f_now == (1 << f_k)));
    end
  end
`endif

endmodule

`default_nettype wire
