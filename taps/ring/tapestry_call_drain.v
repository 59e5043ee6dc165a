// SPDX-License-Identifier: Apache-2.0
//
// tapestry_call_drain: invocations of a block with a start and a done, lean.
//
// Purpose      The instance that weave inserts for a call on a chain.
// Measures     The first 16 words of tapestry_call_core: invocations, completions, busy cycles, orphans, overflows.
// Not measured Latencies and intervals.
// Parameters   UNDER_WAY_LOG2: as in tapestry_call_core. ENTRY_WIDTH, LOW, BLOCK: see tapestry_drain.
// Timing       Registered at one edge, its entry at the next, counted at the one after.
// Overflow     See tapestry_drain.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: what is under way is what began and was followed, less the completions, and busy is when there is some.

`default_nettype none

module tapestry_call_drain #(
    parameter integer UNDER_WAY_LOG2 = 6,
    parameter integer ENTRY_WIDTH = 4,
    parameter integer LOW = 14,
    parameter integer BLOCK = 0
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire                   tap_start_i,
    input  wire                   tap_ready_i,
    input  wire                   tap_done_i,
    input  wire [ENTRY_WIDTH+9:0] chain_in,
    output wire [ENTRY_WIDTH+9:0] chain_out
);
  localparam integer UW = UNDER_WAY_LOG2;
  localparam [UW:0] NONE = {UW + 1{1'b0}};

  reg rst_q = 1'b1, start_q = 1'b0, ready_q = 1'b0, done_q = 1'b0;
  always @(posedge clk_i) begin
    rst_q <= rst_i;
    start_q <= tap_start_i;
    ready_q <= tap_ready_i;
    done_q <= tap_done_i;
  end

  // An edge first begins, then completes: an invocation may do both.
  reg  [UW:0] under_way_q = NONE;
  reg         offering_q = 1'b0;
  wire        begins = start_q && !offering_q;
  wire        overflow = begins && under_way_q[UW];
  wire        follow = begins && !overflow;
`ifdef MUTANT_1
  wire        busy = under_way_q != NONE;
`else
  wire        busy = follow || under_way_q != NONE;
`endif
  wire        completes = busy && done_q;
  always @(posedge clk_i)
    if (rst_q) begin
      under_way_q <= NONE;
      offering_q <= 1'b0;
    end
    else begin
      if (follow != completes) under_way_q <= under_way_q + {{UW{completes}}, 1'b1};
      offering_q <= (offering_q || start_q) && !ready_q;
    end

  wire [3:0] index = rst_q ? 4'd4 : {begins, overflow, busy, done_q};
  tapestry_drain #(.INDEX_WIDTH(4), .ENTRY_WIDTH(ENTRY_WIDTH), .LOW(LOW), .BLOCK(BLOCK)) counts
      (.clk_i(clk_i), .index_i(index), .chain_in(chain_in), .chain_out(chain_out));

`ifdef FORMAL
  // From the words alone: begun and followed, and completed.
  reg [UW+1:0] f_begun = 0, f_completed = 0;
  reg          f_rst = 1'b1, f_offering = 1'b0;
  reg [2:0]    f_sample = 3'd0;
  wire [UW+1:0] f_under_way = f_begun - f_completed;
  always @(posedge clk_i) begin
    f_rst <= rst_i;
    f_sample <= {tap_start_i, tap_ready_i, tap_done_i};
    f_offering <= !f_rst && (f_offering || f_sample[2]) && !f_sample[1];
    if (f_rst) begin
      f_begun <= 0;
      f_completed <= 0;
    end
    else begin
      f_begun <= f_begun + (index[3] && !index[2]);
      f_completed <= f_completed + (index[1] && index[0]);
    end
  end
  always @* begin
    assert (f_under_way == under_way_q && under_way_q <= (1 << UW) && offering_q == f_offering);
    assert ((index == 4'd4) == f_rst);
    if (!f_rst) assert (index == {f_sample[2] && !f_offering, f_sample[2] && !f_offering && f_under_way == (1 << UW),
                                  f_under_way != 0 || (index[3] && !index[2]), f_sample[0]});
  end
`endif

endmodule

`default_nettype wire
