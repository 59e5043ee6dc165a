// SPDX-License-Identifier: Apache-2.0
//
// tapestry_queue_drain: how full a queue is and how it is used, lean.
//
// Purpose      The instance that weave inserts for a queue on a chain, of which it is two places: two tables count at each edge.
// Measures     The words of tapestry_queue_core with SUMS = 0: the flow, then the occupancies. FLOW = 0: the occupancies alone, one place.
// Not measured The sum of occupancies, which the histogram has when nothing is above its bins.
// Parameters   BINS: occupancies that are distinguished. DEPTH_WIDTH: bits of an occupancy, at least those of BINS + 1.
//              ENTRY_WIDTH, LOW, BLOCK: see tapestry_drain.
// Timing       Registered at one edge, the entries at the next, counted at the one after.
// Overflow     An occupancy stops at 2^DEPTH_WIDTH - 2. See tapestry_drain.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: the indices are those of the sample and of the occupancy, which is the difference of pushes and pops.

`default_nettype none

module tapestry_queue_drain #(
    parameter integer BINS = 30,
    parameter integer DEPTH_WIDTH = $clog2(BINS + 2),
    parameter integer ENTRY_WIDTH = ($clog2(BINS + 2) > 5) ? $clog2(BINS + 2) : 5,
    parameter integer LOW = 14,
    parameter integer FLOW = 1,
    parameter integer BLOCK = 0
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire                   tap_push_i,
    input  wire                   tap_full_i,
    input  wire                   tap_pop_i,
    input  wire                   tap_empty_i,
    input  wire [ENTRY_WIDTH+9:0] chain_in,
    output wire [ENTRY_WIDTH+9:0] chain_out
);
  localparam integer INDEX_WIDTH = $clog2(BINS + 2);
  localparam [DEPTH_WIDTH-1:0] NONE = {DEPTH_WIDTH{1'b0}}, ONE = {{DEPTH_WIDTH-1{1'b0}}, 1'b1};
  // verilator lint_off WIDTH
  localparam [INDEX_WIDTH-1:0] ABOVE = BINS, RESET = BINS + 1;
  // verilator lint_on WIDTH

  reg rst_q = 1'b1, push_q = 1'b0, full_q = 1'b0, pop_q = 1'b0, empty_q = 1'b0;
  always @(posedge clk_i) begin
    rst_q <= rst_i;
    // With a flip-flop's own reset the class of reset takes no logic.
    if (rst_i) {push_q, full_q, pop_q, empty_q} <= 4'd0;
    else {push_q, full_q, pop_q, empty_q} <= {tap_push_i, tap_full_i, tap_pop_i, tap_empty_i};
  end

  // The occupancy during the cycle of that sample.
  reg  [DEPTH_WIDTH-1:0] occupancy_q = NONE;
  wire                   pushes = push_q && !full_q, pops = pop_q && !empty_q;
  wire                   up = pushes && !pops, down = pops && !pushes;
  wire                   none = occupancy_q == NONE;
`ifdef MUTANT_1
  wire                   moves = up || down;
`else
  wire                   moves = up ? !(&occupancy_q[DEPTH_WIDTH-1:1]) : down && !none;
`endif
  always @(posedge clk_i)
    if (rst_q) occupancy_q <= NONE;
    else if (moves) occupancy_q <= occupancy_q + (down ? {DEPTH_WIDTH{1'b1}} : ONE);

  /* verilator lint_off UNUSEDSIGNAL */
  wire [4:0]             flow = {rst_q || (down && none), push_q, full_q, pop_q, empty_q};
  /* verilator lint_on UNUSEDSIGNAL */
  wire [INDEX_WIDTH-1:0] bin;
  generate
    if (DEPTH_WIDTH == INDEX_WIDTH && BINS + 2 == 1 << DEPTH_WIDTH) begin : each
      assign bin = rst_q ? RESET : occupancy_q;
    end
    else begin : some
      wire above = occupancy_q >= {{DEPTH_WIDTH-INDEX_WIDTH{1'b0}}, ABOVE};
      assign bin = rst_q ? RESET : above ? ABOVE : occupancy_q[INDEX_WIDTH-1:0];
    end
  endgenerate

  wire [ENTRY_WIDTH+9:0] between;
  generate
    if (FLOW != 0) begin : with_flow
      tapestry_drain #(.INDEX_WIDTH(5), .ENTRY_WIDTH(ENTRY_WIDTH), .LOW(LOW), .BLOCK(BLOCK)) classes
          (.clk_i(clk_i), .index_i(flow), .chain_in(chain_in), .chain_out(between));
    end
    else begin : without_flow
      assign between = chain_in;
    end
  endgenerate
  tapestry_drain #(.INDEX_WIDTH(INDEX_WIDTH), .ENTRY_WIDTH(ENTRY_WIDTH), .LOW(LOW), .BLOCK(BLOCK)) counts
      (.clk_i(clk_i), .index_i(bin), .chain_in(between), .chain_out(chain_out));

`ifdef FORMAL
  // Accepted pushes and pops since the reset, modulo the occupancy's width, but for those that had no effect.
  reg                   f_rst = 1'b1;
  reg [3:0]             f_sample = 4'd0;  // push, full, pop, empty as they came
  reg [DEPTH_WIDTH-1:0] f_pushes = NONE, f_pops = NONE;
  wire                  f_push = f_sample[3] && !f_sample[2], f_pop = f_sample[1] && !f_sample[0];
  wire [DEPTH_WIDTH-1:0] f_occupancy = f_pushes - f_pops;
  wire                  f_underflow = !f_rst && f_pop && !f_push && f_occupancy == NONE;
  always @(posedge clk_i) begin
    f_rst <= rst_i;
    f_sample <= {tap_push_i, tap_full_i, tap_pop_i, tap_empty_i};
    if (f_rst) begin
      f_pushes <= NONE;
      f_pops <= NONE;
    end
    else if (!f_underflow && !(f_push && !f_pop && f_occupancy == {DEPTH_WIDTH{1'b1}} - ONE)) begin
      f_pushes <= f_pushes + f_push;
      f_pops <= f_pops + f_pop;
    end
  end
  always @* begin
    assert (occupancy_q == f_occupancy && f_occupancy != {DEPTH_WIDTH{1'b1}});
    assert (bin == (f_rst ? BINS + 1 : (f_occupancy < BINS) ? f_occupancy : BINS));
    assert (flow == (f_rst ? 5'd16 : {f_underflow, f_sample}));
    if (flow == 5'd16) assert (f_rst);
  end
`endif

endmodule

`default_nettype wire
