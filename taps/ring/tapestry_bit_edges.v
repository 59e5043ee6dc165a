// SPDX-License-Identifier: Apache-2.0
//
// tapestry_bit_edges: the edges of the hub's clock, those of the last cut, and when the next cut is due, bit by bit.
//
// Purpose      What tapestry_edges does, for a hub that tells one bit at a time: the memory gives one bit, and the adder is one of one bit.
// Measures     The edges of its clock since configuration.
// Parameters   PERIOD_LOG2: see tapestry_hub.
// Timing       low_o is the lowest byte. A memory holds the bits of the upper five at bytes 11..15, those of the last cut at 3..7, and the
//              number of the next packet at 1: all where FRAME has them. In a round of low_o the edge counter's grow by 1 at 24..63, and are
//              kept as the cut's at 88..127 when cut_i = 1 was at 26. What is read at one step is grown and written at the next.
//              bit_o is bit bit_i of the byte at index_i, as both were in the cycle before, when busy_o was 0 in that cycle or in the one
//              before it. next_i = 1 with it, for the bits 0 to 7 one after the other, makes the byte at index_i 1 more.
//              due_o = 1 from the edge at which the bit of the period's number toggles until taken_i = 1. A new period begins with none.
// Overflow     skips_o, cuts that fell due while one was, stops at 15. It stands while tells_i = 1 and is 0 after that: of cuts that are skipped
//              meanwhile, one counts for the next FRAME.
// Cost         In the table of docs/taps.md, as part of the hub of a chain.
// Proved       By taps/prove: the bits are those of the edges, and of the edges at the last cut; packets are numbered one by one.

`default_nettype none

module tapestry_bit_edges #(
`ifdef FORMAL
    parameter integer F_ALONE = 1,
`endif
    parameter [5:0] PERIOD_LOG2 = 6'd0
) (
`ifdef FORMAL
    output wire       f_stands,
    output reg  [2:0] f_bit = 3'd0,  // of the number: the one that is next
`endif
    input  wire       clk_i,
    output wire [7:0] low_o,
    output wire       busy_o,
    input  wire       cut_i,
    input  wire [2:0] index_i,
    input  wire [2:0] bit_i,
    output wire       bit_o,
    input  wire       next_i,
    input  wire       set_i,
    input  wire [5:0] period_i,
    output wire [5:0] period_o,
    output wire       due_o,
    input  wire       taken_i,
    output wire [3:0] skips_o,
    input  wire       tells_i
);
  localparam integer UPPER = 88;  // the first bit of the edges: -1, because the first round adds 1

  (* no_rw_check *) reg file [0:127];
  integer   k;
  initial for (k = 0; k < 128; k = k + 1) file[k] = k >= UPPER;

  reg  [7:0] low_q = 8'd0;
  wire       walking = !low_q[7] && (low_q[5] || (low_q[4] && low_q[3]));  // 24..63, 88..127
  wire [6:0] from = walking ? {1'b1, low_q[5:0]} : {1'b0, index_i, bit_i};
  reg        file_q;              // the memory's own register, which has no initial value
  reg  [6:0] from_q = 7'd0;       // where it was read; in a walk the highest bit is 1,
  reg        copies_q = 1'b0;     // and what was read is kept as the cut's
  reg        cut_q = 1'b0;
  reg        carry_q = 1'b0;      // of the edges
  reg        ones_q = 1'b0;       // the bits of a number so far
  wire       walks = from_q[6];
  wire       turns = walks ? carry_q && !copies_q : ones_q || from_q[2:0] == 3'd0;
`ifdef FORMAL
  initial file_q = 1'b0;
`endif
  always @(posedge clk_i) begin
    low_q <= low_q + 8'd1;
    file_q <= file[from];
    from_q <= from;
    copies_q <= low_q[6];
    carry_q <= !walks || (carry_q && file_q);
`ifdef MUTANT_1
    if (next_i) ones_q <= turns;
`else
    if (next_i) ones_q <= turns && file_q;
`endif
    if (cut_i) cut_q <= 1'b1;
    else if (walks && copies_q && !walking) cut_q <= 1'b0;
    if (next_i || (walks && (!copies_q || cut_q))) file[{walks && !copies_q, from_q[5:0]}] <= file_q ^ turns;
  end
  assign low_o = low_q;
  assign busy_o = (!low_q[7] && (low_q[5] || low_q[4])) || cut_q;
  assign bit_o = file_q;

  // The bit of the period's number is looked at when the edges are read again. seen_q is that of the round before.
  reg  [5:0] period_q = PERIOD_LOG2;
  reg        seen_q = 1'b0, new_q = 1'b1;
  reg        known_q = 1'b0;      // the bit is there
  reg        tick_q = 1'b0, due_q = 1'b0;
  reg        skip_q = 1'b0;       // one is to be counted
  reg        tells_q = 1'b0;
  reg  [3:0] skips_q = 4'd0;
  wire       here = walking && low_q[6] && low_q[5:0] == {period_q[5] ^ period_q[4], !period_q[4], period_q[3:0]};  // + 16
  always @(posedge clk_i) begin
    known_q <= here;
    if (known_q) seen_q <= file_q;
    if (set_i) new_q <= 1'b1;
    else if (known_q) new_q <= 1'b0;
    if (set_i) period_q <= period_i;
    tick_q <= known_q && file_q != seen_q && !new_q;
    due_q <= tick_q || (due_q && !taken_i);
    tells_q <= tells_i;
    skip_q <= (tick_q && due_q && !taken_i) || (skip_q && (tells_i || tells_q));
    if (tells_q && !tells_i) skips_q <= 4'd0;
    else if (skip_q && !tells_i && !(&skips_q)) skips_q <= skips_q + 4'd1;
  end
  assign period_o = period_q;
  assign due_o = due_q;
  assign skips_o = skips_q;

`ifdef FORMAL
  integer    f_k;
  reg [47:0] f_edges = 48'd0;
  reg [39:0] f_cut = 40'd0, f_before = 40'd0;  // at the last cut, at the one before
  reg [7:0]  f_number = 8'd0;
  reg        f_stale = 1'b1;                   // the bit was written at the edge that read it, or none was read yet
  wire [39:0] f_upper = f_edges[47:8], f_grows = f_upper - 40'd1;  // a bit before it is walked
  wire [7:0] f_more = f_number + 8'd1;
  wire [6:0] f_writes = {walks && !copies_q, from_q[5:0]};
  assign f_stands = !walking && !walks && from_q[5:0] == {index_i, bit_i} && !f_stale;
  always @(posedge clk_i) begin
    f_edges <= f_edges + 48'd1;
    if (cut_i) f_before <= f_cut;
    if (cut_i) f_cut <= f_upper;
    if (next_i) f_bit <= f_bit + 3'd1;
    if (next_i && f_bit == 3'd7) f_number <= f_more;
    f_stale <= (next_i || (walks && (!copies_q || cut_q))) && f_writes == from;
  end
  // Cuts that were skipped and not told, and whether there were too many. What is told stands.
  reg  [4:0] f_skipped = 5'd0;
  reg        f_many = 1'b0, f_tells = 1'b0;
  reg  [3:0] f_skips = 4'd0;
  wire       f_skip = tick_q && due_q && !taken_i && !(skip_q && (tells_i || f_tells));
  wire       f_told = f_tells && !tells_i;
  always @(posedge clk_i) begin
    if (f_told && f_many) f_skipped <= {4'd0, f_skip || skip_q};
    else f_skipped <= f_skipped + {4'd0, f_skip} - (f_told ? {1'b0, f_skips} : 5'd0);
    f_many <= f_many ? !f_told : f_skipped >= 5'd14;
    f_tells <= tells_i;
    f_skips <= skips_q;
  end
  always @* begin
    if (f_tells && tells_i) assert (skips_q == f_skips);
    if (f_told) assert (skips_q == f_skips);
    if (!f_many) assert (f_skipped == {1'b0, skips_q} + {4'd0, skip_q});
    assert (tells_q == f_tells);
  end
  wire f_used = (!cut_i || low_q == 8'd26) && (!next_i || (!walks && !f_stale && from_q[5:0] == {3'd1, f_bit}));
  always @* begin
    // The hub cuts at that step alone, and numbers a packet by the bits that stand, in their order.
    if (F_ALONE != 0) assume (f_used);
    else assert (f_used);
    assert (low_q == f_edges[7:0]);
    if (cut_q) assert (low_q >= 8'd27 && low_q <= 8'd128 && f_cut == f_upper);
    assert (walks == ((low_q >= 8'd25 && low_q <= 8'd64) || (low_q >= 8'd89 && low_q <= 8'd128)));
    if (walks) assert (from_q[5:0] == low_q[5:0] - 6'd1 && copies_q == (low_q > 8'd64));
    if (f_bit != 3'd0) assert (ones_q == &(f_number | 8'hff << f_bit));
    if (!f_stale) assert (file_q == file[from_q]);
    if (walks) assert (!f_stale);
    if (F_ALONE != 0) for (f_k = 0; f_k < 40; f_k = f_k + 1) begin
      assert (file[UPPER+f_k] == ((low_q >= 26 + f_k) ? f_upper[f_k] : f_grows[f_k]));
      assert (file[24+f_k] == ((cut_q && low_q < 90 + f_k) ? f_before[f_k] : f_cut[f_k]));
      if (low_q == 25 + f_k) assert (carry_q == ((f_grows | ~(40'd0) << f_k) == ~40'd0));
    end
    for (f_k = 0; f_k < 8; f_k = f_k + 1) assert (file[8+f_k] == ((f_k < f_bit) ? f_more[f_k] : f_number[f_k]));
    if (f_stands) assert (bit_o == file[{1'b0, index_i, bit_i}]);
  end
`endif

endmodule

`default_nettype wire
