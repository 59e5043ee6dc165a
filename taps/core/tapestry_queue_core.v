// SPDX-License-Identifier: Apache-2.0
//
// tapestry_queue_core: how full a queue is and how it is used, in hardware.
//
// Purpose      The synthesizable body of the queue tap.
// Measures     occupancy = accepted pushes - accepted pops, 0 after a reset. The record, in this order:
//                FLOW = 1   32 words; each edge counts in word {underflow, push, full, pop, empty}, reset edges in
//                           word 16, which cannot be otherwise
//                SUMS = 1   occupancy_sum, low and high word; max_occupancy
//                           2^INDEX_WIDTH words; each edge counts in word min(occupancy, BINS), reset edges in
//                           word BINS + 1
//              Each of the two tables sums to the edges.
// Not measured How long an element waits.
// Parameters   BINS: occupancies that are distinguished; DEPTH_WIDTH: bits of an occupancy. FLOW, SUMS: 0 leaves
//              them out. COUNTER_WIDTH: bits of each word. BLOCK, SHARED: see
//              tapestry_table, for the histogram; FLOW_BLOCK for the other table.
// Timing       Sampled at one edge, counted at the next, with count_i and bank_i of the cycle between. The
//              occupancy follows the queue with enable_i = 1, counting or not.
// Overflow     Words wrap modulo 2^COUNTER_WIDTH. An occupancy stops at 2^DEPTH_WIDTH - 2.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: one word of each table counts at each edge, that of the occupancy, which is the
//              difference of pushes and pops.

`default_nettype none

module tapestry_queue_core #(
    parameter integer BINS = 16,
    parameter integer COUNTER_WIDTH = 32,
    parameter integer DEPTH_WIDTH = ($clog2(BINS + 2) < 16) ? 16 : $clog2(BINS + 2),
    parameter integer FLOW = 1,
    parameter integer SUMS = 1,
    parameter integer BLOCK = (BINS > 62) ? 1 : 0,
    parameter integer FLOW_BLOCK = 0,
    parameter integer SHARED = 0,
    // Derived, not to be set: bits of a bin's number, words before the bins, bits of a word's number.
    parameter integer INDEX_WIDTH = $clog2(BINS + 2),
    parameter integer BINS_AT = ((FLOW != 0) ? 32 : 0) + ((SUMS != 0) ? 3 : 0),
    parameter integer ADDRESS_WIDTH = $clog2(BINS_AT + (1 << INDEX_WIDTH))
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     tap_push_i,
    input  wire                     tap_full_i,
    input  wire                     tap_pop_i,
    input  wire                     tap_empty_i,
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
  localparam [DEPTH_WIDTH-1:0] NONE = {DEPTH_WIDTH{1'b0}}, ONE = {{DEPTH_WIDTH-1{1'b0}}, 1'b1};
  // verilator lint_off WIDTH
  localparam [INDEX_WIDTH-1:0] ABOVE = BINS, RESET = BINS + 1;
  localparam [ADDRESS_WIDTH-1:0] BINS_FROM = BINS_AT, SUMS_FROM = (FLOW != 0) ? 32 : 0;
  // verilator lint_on WIDTH

  // The sample that is counted at the next edge: what it does to the occupancy. A reset does nothing.
  reg rst_q = 1'b0, pushes_q = 1'b0, pops_q = 1'b0;
  always @(posedge clk_i) begin
    rst_q <= rst_i;
    pushes_q <= tap_push_i && !tap_full_i && !rst_i;
    pops_q <= tap_pop_i && !tap_empty_i && !rst_i;
  end

  // The occupancy during the cycle of that sample, and all ones during a reset, so that 1 more is 0. One adder adds 1
  // or -1; without a carry, -1 was too much.
  reg  [DEPTH_WIDTH-1:0] occupancy_q = NONE;
  wire                   down = pops_q && !pushes_q;
  wire                   carry;
  wire [DEPTH_WIDTH-1:0] occupancy_d;
  assign {carry, occupancy_d} = {1'b0, occupancy_q} + (down ? {1'b0, {DEPTH_WIDTH{1'b1}}} : {1'b0, ONE});
  wire                   most_full = &occupancy_q[DEPTH_WIDTH-1:1];
`ifdef MUTANT_1
  wire                   moves = pushes_q != pops_q;
`else
  wire                   moves = pushes_q != pops_q && (down ? carry : !most_full);
`endif
  /* verilator lint_off UNUSEDSIGNAL */
  wire                   underflow = down && !carry;
  /* verilator lint_on UNUSEDSIGNAL */
  always @(posedge clk_i)
    if (rst_i) occupancy_q <= {DEPTH_WIDTH{1'b1}};
    else if (rst_q || (enable_i && moves)) occupancy_q <= occupancy_d;

  // Its word: when there is one for each occupancy it is the occupancy, as it stands.
  wire [INDEX_WIDTH-1:0] index;
  generate
    if (BINS + 2 == 1 << DEPTH_WIDTH) begin : each
      assign index = occupancy_q;
    end
    else begin : some
      wire above = occupancy_q >= {{DEPTH_WIDTH-INDEX_WIDTH{1'b0}}, ABOVE};
`ifdef MUTANT_2
      assign index = above ? ABOVE : occupancy_q[INDEX_WIDTH-1:0];
`else
      assign index = rst_q ? RESET : above ? ABOVE : occupancy_q[INDEX_WIDTH-1:0];
`endif
    end
  endgenerate
  /* verilator lint_off UNUSEDSIGNAL */
  wire [ADDRESS_WIDTH-1:0] read_bin = read_word_i - BINS_FROM;
  wire                     bins_valid;
  /* verilator lint_on UNUSEDSIGNAL */
  wire [COUNTER_WIDTH-1:0] bin;
  tapestry_table #(.INDEX_WIDTH(INDEX_WIDTH), .WIDTH(COUNTER_WIDTH), .BLOCK(BLOCK), .SHARED(SHARED)) counts
      (.clk_i(clk_i), .bank_i(bank_i), .count_i(count_i), .index_i(index),
       .read_i(read_i), .read_next_i(read_next_i), .read_index_i(read_bin[INDEX_WIDTH-1:0]),
       .read_data_o(bin), .read_valid_o(bins_valid));

  wire [COUNTER_WIDTH-1:0] flow_word, sum_word;
  generate
    if (FLOW != 0) begin : flow
      reg        push_q = 1'b0, full_q = 1'b0, pop_q = 1'b0, empty_q = 1'b0;
      always @(posedge clk_i) begin
        push_q <= tap_push_i;
        full_q <= tap_full_i;
        pop_q <= tap_pop_i;
        empty_q <= tap_empty_i;
      end
      wire [4:0] situation = rst_q ? 5'd16 : {underflow, push_q, full_q, pop_q, empty_q};
      /* verilator lint_off UNUSEDSIGNAL */
      wire       valid;
      /* verilator lint_on UNUSEDSIGNAL */
      tapestry_table #(.INDEX_WIDTH(5), .WIDTH(COUNTER_WIDTH), .BLOCK(FLOW_BLOCK)) classes
          (.clk_i(clk_i), .bank_i(bank_i), .count_i(count_i), .index_i(situation),
           .read_i(read_i), .read_next_i(read_next_i), .read_index_i(read_word_i[4:0]),
           .read_data_o(flow_word), .read_valid_o(valid));
      // Both tables answer equally late; a distributed one answers at once.
      assign read_valid_o = (read_word_i < BINS_FROM) ? valid : bins_valid;
`ifdef FORMAL
      reg [3:0] f_sample = 4'd0;  // push, full, pop, empty as they came
      reg       f_reset = 1'b0;
      always @(posedge clk_i) begin
        f_sample <= {tap_push_i, tap_full_i, tap_pop_i, tap_empty_i};
        f_reset <= rst_i;
      end
      always @* begin
        if (f_reset) assert (situation == 5'd16);
        else assert (situation[3:0] == f_sample && situation[4] == f_underflow);
        if (situation == 5'd16) assert (f_reset);
      end
`endif
    end
    else begin : no_flow
      assign flow_word = {COUNTER_WIDTH{1'b0}};
      // verilator lint_off UNSIGNED
      assign read_valid_o = (read_word_i < BINS_FROM) || bins_valid;
      // verilator lint_on UNSIGNED
    end
    if (SUMS != 0) begin : sums
      wire [COUNTER_WIDTH+DEPTH_WIDTH-1:0] sum;
      wire [DEPTH_WIDTH-1:0]               max_occupancy;
      tapestry_sum #(.WIDTH(COUNTER_WIDTH), .VALUE_WIDTH(DEPTH_WIDTH)) occupancy_sum
          (.clk_i(clk_i), .bank_i(bank_i), .add_i(count_i && !rst_q), .value_i(occupancy_q),
           .read_data_o(sum));
      tapestry_extreme #(.WIDTH(DEPTH_WIDTH)) most
          (.clk_i(clk_i), .bank_i(bank_i), .clear_i(clear_i), .take_i(count_i && !rst_q), .value_i(occupancy_q),
           .read_data_o(max_occupancy));
      wire [1:0] which = read_word_i[1:0] - SUMS_FROM[1:0];
      assign sum_word = which[1] ? {{COUNTER_WIDTH-DEPTH_WIDTH{1'b0}}, max_occupancy}
                      : which[0] ? {{COUNTER_WIDTH-DEPTH_WIDTH{1'b0}}, sum[COUNTER_WIDTH +: DEPTH_WIDTH]}
                      : sum[COUNTER_WIDTH-1:0];
    end
    else begin : no_sums
      assign sum_word = {COUNTER_WIDTH{1'b0}};
      /* verilator lint_off UNUSEDSIGNAL */
      wire unused = clear_i;
      /* verilator lint_on UNUSEDSIGNAL */
    end
  endgenerate
  // verilator lint_off UNSIGNED
  assign read_data_o = (read_word_i >= BINS_FROM) ? bin : (read_word_i < SUMS_FROM) ? flow_word : sum_word;
  // verilator lint_on UNSIGNED

`ifdef FORMAL
  // Accepted pushes and pops since the reset, modulo the occupancy's width, but for those that had no effect.
  reg                   f_rst = 1'b0, f_push = 1'b0, f_pop = 1'b0;
  reg [DEPTH_WIDTH-1:0] f_pushes = NONE, f_pops = NONE;
  always @(posedge clk_i) begin
    f_rst <= rst_i;
    f_push <= tap_push_i && !tap_full_i;
    f_pop <= tap_pop_i && !tap_empty_i;
    if (f_rst) begin
      f_pushes <= NONE;
      f_pops <= NONE;
    end
    else if (enable_i && !(f_pop && !f_push && f_pushes == f_pops) && !(f_push && !f_pop && most_full)) begin
      f_pushes <= f_pushes + f_push;
      f_pops <= f_pops + f_pop;
    end
  end
  wire [DEPTH_WIDTH-1:0] f_occupancy = f_pushes - f_pops;
  wire                   f_underflow = !f_rst && f_pop && !f_push && f_occupancy == NONE;
  always @* begin
    assert (occupancy_q == (f_rst ? {DEPTH_WIDTH{1'b1}} : f_occupancy) && f_occupancy != {DEPTH_WIDTH{1'b1}});
    assert ((index == RESET) == f_rst);
    if (!f_rst) assert (index == ((f_occupancy < BINS) ? f_occupancy : BINS));
    assert (underflow == f_underflow);
  end
`endif

endmodule

`default_nettype wire
