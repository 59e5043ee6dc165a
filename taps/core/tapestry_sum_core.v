// SPDX-License-Identifier: Apache-2.0
//
// tapestry_sum_core: sums of several values, in hardware.
//
// Purpose      The synthesizable body of the sum tap: means that are cheap enough to have many.
// Measures     The record: word 0 reset edges, word 1 other edges, in the frames of this bank; then for each channel c
//              the sum of value_c over the other edges with enable_c = 1, one word.
//              mean = sum / edges.
// Not measured How often a channel is enabled: that is an event.
// Parameters   CHANNELS: 1 to 64. WIDTH: bits of a value; channel c is tap_value_i[c*WIDTH +: WIDTH]. COUNTER_WIDTH:
//              bits of each word.
// Timing       Each channel adds up in a small register of its own, which wraps. In turn, one at each edge, what
//              it grew by since its last turn is added to its sum in a memory. The turns begin at a cut: the frame of channel c ends c + 2 edges after the cut,
//              and has as many edges as that of any other tap. A value is added at the edge at which it is
//              sampled, without a register before the adder.
// Overflow     Words wrap modulo 2^COUNTER_WIDTH: exact while fewer than 2^(COUNTER_WIDTH-WIDTH) edges lie
//              between two readings.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: what a channel was given is in the memory or in what its register grew by, which does
//              not overflow.

`default_nettype none

module tapestry_sum_core #(
    parameter integer CHANNELS = 4,
    parameter integer WIDTH = 8,
    parameter integer COUNTER_WIDTH = 32,
    // Derived, not to be set: bits of a channel's number and of a word's.
    parameter integer CHANNEL_WIDTH = (CHANNELS > 1) ? $clog2(CHANNELS) : 1,
    parameter integer ADDRESS_WIDTH = $clog2(CHANNELS + 2)
) (
    input  wire                      clk_i,
    input  wire                      rst_i,
    input  wire [CHANNELS-1:0]       tap_enable_i,
    input  wire [CHANNELS*WIDTH-1:0] tap_value_i,
    input  wire                      count_i,
    input  wire                      bank_i,
    input  wire                      read_i,
    input  wire                      read_next_i,
    input  wire [ADDRESS_WIDTH-1:0]  read_word_i,
    output wire [COUNTER_WIDTH-1:0]  read_data_o,
    output wire                      read_valid_o
);
  // Between two turns of a channel lie at most twice as many edges as there are channels.
  localparam integer PART_WIDTH = WIDTH + CHANNEL_WIDTH + 1;
  // verilator lint_off WIDTH
  localparam [CHANNEL_WIDTH-1:0] LAST = CHANNELS - 1;
  // verilator lint_on WIDTH
  localparam [CHANNEL_WIDTH-1:0] NONE = {CHANNEL_WIDTH{1'b0}}, ONE = {{CHANNEL_WIDTH-1{1'b0}}, 1'b1};

  // Whose turn it is, and the bank that its sum goes to: in the first round after a cut still the one before.
  reg  [CHANNEL_WIDTH-1:0] turn_q = NONE;
  reg                      bank_q = 1'b0, old_q = 1'b0, rst_q = 1'b0;
  wire                     cut = bank_i != bank_q;
  always @(posedge clk_i) begin
    rst_q <= rst_i;
    bank_q <= bank_i;
    turn_q <= (cut || turn_q == LAST) ? NONE : turn_q + ONE;
`ifdef MUTANT_1
    old_q <= cut;
`else
    old_q <= cut || (old_q && turn_q != LAST);
`endif
  end

  // The registers; their values at the last turn stand in `last`.
  wire [CHANNELS*PART_WIDTH-1:0] parts;
  genvar c;
  generate
    for (c = 0; c < CHANNELS; c = c + 1) begin : channel
      reg  [PART_WIDTH-1:0] part_q = {PART_WIDTH{1'b0}};
      wire                  adds = count_i && !rst_i && tap_enable_i[c];
      always @(posedge clk_i) if (adds) part_q <= part_q + {{PART_WIDTH-WIDTH{1'b0}}, tap_value_i[c*WIDTH +: WIDTH]};
      assign parts[c*PART_WIDTH +: PART_WIDTH] = part_q;
    end
  endgenerate
  reg  [PART_WIDTH-1:0]    last [0:(1<<CHANNEL_WIDTH)-1];
  wire [PART_WIDTH-1:0]    part = parts[PART_WIDTH*turn_q +: PART_WIDTH];
  wire [PART_WIDTH-1:0]    grown = part - last[turn_q];
  always @(posedge clk_i) last[turn_q] <= part;

  // The sums, a memory for each bank: one has a turn while the other is read.
  reg  [COUNTER_WIDTH-1:0] sums_0 [0:(1<<CHANNEL_WIDTH)-1];
  reg  [COUNTER_WIDTH-1:0] sums_1 [0:(1<<CHANNEL_WIDTH)-1];
  integer k;
  initial
    for (k = 0; k < (1 << CHANNEL_WIDTH); k = k + 1) begin
      last[k] = {PART_WIDTH{1'b0}};
      sums_0[k] = {COUNTER_WIDTH{1'b0}};
      sums_1[k] = {COUNTER_WIDTH{1'b0}};
    end
  wire                     to = bank_q ^ old_q;
  wire [CHANNEL_WIDTH-1:0] read_channel;
  wire [CHANNEL_WIDTH-1:0] at_0 = to ? read_channel : turn_q, at_1 = to ? turn_q : read_channel;
  wire [COUNTER_WIDTH-1:0] out_0 = sums_0[at_0], out_1 = sums_1[at_1];
  wire [COUNTER_WIDTH-1:0] sum = {{COUNTER_WIDTH-PART_WIDTH{1'b0}}, grown} + (to ? out_1 : out_0);
  always @(posedge clk_i) begin
    if (!to) sums_0[at_0] <= sum;
    if (to) sums_1[at_1] <= sum;
  end

  wire [COUNTER_WIDTH-1:0] edges;
  /* verilator lint_off UNUSEDSIGNAL */
  wire                     edges_valid;
  wire [ADDRESS_WIDTH-1:0] read_from = read_word_i - {{ADDRESS_WIDTH-2{1'b0}}, 2'd2};
  /* verilator lint_on UNUSEDSIGNAL */
  assign read_channel = read_from[CHANNEL_WIDTH-1:0];
  tapestry_table #(.INDEX_WIDTH(2), .WIDTH(COUNTER_WIDTH), .BLOCK(0)) counts  // one bit less would become registers
      (.clk_i(clk_i), .bank_i(bank_i), .count_i(count_i), .index_i({1'b0, !rst_q}),
       .read_i(read_i), .read_next_i(read_next_i), .read_index_i({1'b0, read_word_i[0]}),
       .read_data_o(edges), .read_valid_o(edges_valid));
  wire in_table = read_word_i[ADDRESS_WIDTH-1:1] == {ADDRESS_WIDTH-1{1'b0}};
  assign read_data_o = in_table ? edges : to ? out_0 : out_1;
  assign read_valid_o = in_table || (!old_q && !cut);

`ifdef FORMAL
  // One channel: all that it was given is in the memory or in what its part grew by, modulo the width of a word.
  wire [CHANNEL_WIDTH-1:0] f_channel = LAST;
  reg [COUNTER_WIDTH-1:0] f_sum = {COUNTER_WIDTH{1'b0}};
  reg [CHANNEL_WIDTH+1:0] f_edges = 0;  // since its last turn
  wire [WIDTH-1:0]        f_values [0:CHANNELS-1];
  generate
    for (c = 0; c < CHANNELS; c = c + 1) begin : f_each
      assign f_values[c] = channel[c].adds ? tap_value_i[c*WIDTH +: WIDTH] : {WIDTH{1'b0}};
    end
  endgenerate
  always @(posedge clk_i) begin
    f_sum <= f_sum + f_values[f_channel];
    f_edges <= (turn_q == f_channel) ? 1 : f_edges + 1;
  end
  reg [CHANNEL_WIDTH+2:0] f_since_cut = {CHANNEL_WIDTH + 3{1'b1}};
  always @(posedge clk_i) begin
    if (cut) f_since_cut <= 0;
    else if (!(&f_since_cut)) f_since_cut <= f_since_cut + 1'b1;
    // A cut comes when the last record is out, long after the turns are through.
    if (f_since_cut < 2 * CHANNELS + 1) assume (bank_i == bank_q);
  end
  wire [PART_WIDTH-1:0]    f_part = parts[PART_WIDTH*f_channel +: PART_WIDTH] - last[f_channel];
  wire [COUNTER_WIDTH-1:0] f_both = sums_0[f_channel] + sums_1[f_channel];
  always @* begin
    assert (turn_q <= LAST);
    assert (f_both + f_part == f_sum);
    assert (f_edges <= 2 * CHANNELS);
    assert (f_part <= f_edges * {WIDTH{1'b1}});
    assert (f_edges <= turn_q + 1 + CHANNELS);
    if (turn_q > f_channel) assert (f_edges == turn_q - f_channel);
    if (f_since_cut < CHANNELS) assert (old_q && turn_q == f_since_cut);
    else assert (!old_q);
  end
`endif

endmodule

`default_nettype wire
