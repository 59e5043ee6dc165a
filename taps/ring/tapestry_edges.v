// SPDX-License-Identifier: Apache-2.0
//
// tapestry_edges: the edges of the hub's clock, those of the last cut, and when the next cut is due.
//
// Purpose      What tapestry_hub and tapestry_chain_hub have in common: 48 bits of edges, of which only the lowest 8 are a register.
// Measures     The edges of its clock since configuration, and LEAD more.
// Parameters   LEAD: edges that the counter is ahead. PERIOD_LOG2: see tapestry_hub.
// Timing       low_o is the lowest byte. A memory holds the upper five at 11..15, those of the last cut at 3..7, and the number of the next
//              packet at 1: all where FRAME has them, and all grow by the one adder. In a round of low_o the edge counter's grow by 1
//              at 11..15, and are kept as the cut's at 27..31 when cut_i = 1 was at 26. What is read at one step is grown and
//              written at the next: the memory is read at an edge. byte_o is the one at index_i of the cycle before, unless
//              walking_o = 1 then. next_i = 1 makes the byte that stands there 1 more.
//              due_o = 1 from the edge at which the bit of the period's number toggles until taken_i = 1. A new period begins with none.
// Overflow     skips_o, cuts that fell due while one was, stops at 15; told_i clears it.
// Cost         In the table of docs/taps.md, as part of the hub.
// Proved       By taps/prove: the bytes are those of the edges, and of the edges at the last cut; packets are numbered one by one.

`default_nettype none

module tapestry_edges #(
    parameter [47:0] LEAD = 48'd0,
    parameter [5:0]  PERIOD_LOG2 = 6'd0
) (
`ifdef FORMAL
    output wire       f_stands,
`endif
    input  wire       clk_i,
    output wire [7:0] low_o,
    output wire       walking_o,
    input  wire       cut_i,
    input  wire [2:0] index_i,
    output wire [7:0] byte_o,
    input  wire       next_i,
    input  wire       set_i,
    input  wire [5:0] period_i,
    output wire [5:0] period_o,
    output wire       due_o,
    input  wire       taken_i,
    output wire [3:0] skips_o,
    input  wire       told_i
);
  localparam [39:0] UPPER = LEAD[47:8] - ((LEAD[7:0] <= 8'd11) ? 40'd1 : 40'd0);  // the first round adds 1

  (* no_rw_check *) reg [7:0] file [0:15];
  integer   k;
  initial for (k = 0; k < 16; k = k + 1) file[k] = (k < 11) ? 8'd0 : UPPER[8*k-88 +: 8];

  reg  [7:0] low_q = LEAD[7:0];
  reg        carry_q = 1'b0, cut_q = 1'b0;
  wire [4:0] step = low_q[4:0];
  wire       walking = low_q[7:5] == 3'd0;
  wire       walks = walking && step[3] && (step[2] || (step[1] && step[0]));  // 11..15, 27..31
  wire [3:0] from = walking ? step[3:0] : {1'b0, index_i};
  reg  [7:0] file_q;              // the memory's own register, which has no initial value
  reg  [2:0] from_q = 3'd0;       // where it was read
  reg        walking_q = 1'b0;    // whether it was read for the walk,
  reg        walks_q = 1'b0;      // and is a byte of it,
  reg        copies_q = 1'b0;     // which is kept as the cut's
`ifdef FORMAL
  initial file_q = 8'd0;
`endif
  wire       carry;
  wire [7:0] grown;
  assign {carry, grown} = {1'b0, file_q} + {8'd0, carry_q || !walking_q};
  always @(posedge clk_i) begin
    low_q <= low_q + 8'd1;
    file_q <= file[from];
    from_q <= from[2:0];
    walking_q <= walking;
    walks_q <= walks;
    copies_q <= step[4];
`ifdef MUTANT_1
    carry_q <= step == 5'd11;
`else
    carry_q <= walks_q ? carry : step == 5'd11;
`endif
    if (cut_i) cut_q <= 1'b1;
    else if (walks_q && copies_q && !walks) cut_q <= 1'b0;
    if (next_i || (walks_q && (!copies_q || cut_q))) file[{walks_q && !copies_q, from_q}] <= grown;
  end
  assign low_o = low_q;
  assign walking_o = walking;
  assign byte_o = file_q;

  // The bit of the period's number is looked at when the bytes are read again. seen_q is that of the round before.
  reg  [5:0] period_q = PERIOD_LOG2;
  reg        seen_q = 1'b0, new_q = 1'b1;
  reg        here_q = 1'b0, known_q = 1'b0, now_q = 1'b0;  // its byte is there; now_q is the bit
  reg        tick_q = 1'b0, due_q = 1'b0;
  reg  [3:0] skips_q = 4'd0;
  wire       skip = tick_q && due_q && !taken_i;
  wire       here = walks && step[4] && step[2:0] == {period_q[5] ^ period_q[4], !period_q[4], period_q[3]};  // + 2
  always @(posedge clk_i) begin
    here_q <= here;
    known_q <= here_q;
    now_q <= file_q[period_q[2:0]];
    if (known_q) seen_q <= now_q;
    if (set_i) new_q <= 1'b1;
    else if (known_q) new_q <= 1'b0;
    if (set_i) period_q <= period_i;
    tick_q <= known_q && now_q != seen_q && !new_q;
    due_q <= tick_q || (due_q && !taken_i);
    if (told_i) skips_q <= {3'd0, skip};
    else if (skip && !(&skips_q)) skips_q <= skips_q + 4'd1;
  end
  assign period_o = period_q;
  assign due_o = due_q;
  assign skips_o = skips_q;

`ifdef FORMAL
  integer    f_k;
  reg [47:0] f_edges = LEAD;
  reg [39:0] f_cut = 40'd0, f_before = 40'd0;  // at the last cut, at the one before
  reg [7:0]  f_number = 8'd0;
  reg        f_first = LEAD[7:0] > 8'd11;      // the round in which it began was not walked from its beginning
  reg        f_stale = 1'b1;                   // the byte was written at the edge that read it, or none was read yet
  reg        f_next = 1'b0;                    // next_i of the last edge
  reg [3:0]  f_from = 4'd0;
  wire [39:0] f_upper = f_edges[47:8], f_grows = f_first ? f_upper : f_upper - 40'd1;  // a byte before it is walked
  assign f_stands = !walking_q && from_q == index_i;
  always @(posedge clk_i) begin
    f_edges <= f_edges + 48'd1;
    if (&low_q) f_first <= 1'b0;
    if (cut_i) f_before <= f_cut;
    if (cut_i) f_cut <= f_upper;
    if (next_i) f_number <= f_number + 8'd1;
    f_stale <= (next_i || (walks_q && (!copies_q || cut_q))) && {walks_q && !copies_q, from_q} == from;
    f_next <= next_i;
    f_from <= from;
  end
  // Cuts that were skipped and not told, and whether there were too many.
  reg  [4:0] f_skipped = 5'd0;
  reg        f_many = 1'b0;
  always @(posedge clk_i) begin
    f_skipped <= (told_i ? 5'd0 : f_skipped) + {4'd0, tick_q && due_q && !taken_i};
    f_many <= !told_i && (f_many || f_skipped >= 5'd14);
  end
  always @* if (!f_many) assert (f_skipped == {1'b0, skips_q});
  always @* begin
    // The hub cuts at that step alone, and numbers a packet by the byte that stands.
    if (cut_i) assume (low_q == 8'd26);
    if (next_i) assume (!walking_q && from_q == 3'd1 && !f_next);
    assert (low_q == f_edges[7:0]);
    if (cut_q) assert (low_q >= 8'd27 && low_q <= 8'd32 && f_cut == f_upper);
    if (f_first) assert (low_q >= LEAD[7:0]);
    if (!(f_first && low_q == LEAD[7:0])) begin
      assert (walking_q == (low_q >= 8'd1 && low_q <= 8'd32) && f_from[2:0] == from_q);
      assert (walks_q == ((low_q >= 8'd12 && low_q <= 8'd16) || (low_q >= 8'd28 && low_q <= 8'd32)));
      if (walking_q) assert (copies_q == (low_q >= 8'd17) && (f_from == low_q[3:0] - 4'd1));
    end
    if (walks_q) assert (walking_q);
    assert (f_stale || file_q == file[f_from]);
    if (f_stale && !f_next) assert (f_first && low_q == LEAD[7:0] || low_q == 8'd33);
    if (!walking_q) assert (!f_from[3]);
    for (f_k = 0; f_k < 5; f_k = f_k + 1) begin
      assert (file[11+f_k] == ((low_q >= 13 + f_k) ? f_upper[8*f_k +: 8] : f_grows[8*f_k +: 8]));
      assert (file[3+f_k] == ((cut_q && low_q < 29 + f_k) ? f_before[8*f_k +: 8] : f_cut[8*f_k +: 8]));
      if (low_q == 12 + f_k && walks_q) assert (carry_q == (!f_first && (f_grows | ~(40'd0) << (8*f_k)) == ~40'd0));
    end
    if (walks_q && copies_q) assert (!carry_q);
    assert (file[1] == f_number);
    if (f_stands && !f_stale) assert (byte_o == file[{1'b0, from_q}]);
  end
`endif

endmodule

`default_nettype wire
