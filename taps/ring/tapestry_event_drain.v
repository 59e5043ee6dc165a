// SPDX-License-Identifier: Apache-2.0
//
// tapestry_event_drain: how often and how long an expression is true, lean.
//
// Purpose      The instance that weave inserts for an event on a chain.
// Measures     The words of tapestry_event_core with EXTREMES = 0: true cycles and runs of them.
// Not measured The longest run.
// Parameters   WIDTH: bits of the event, which is true when one of them is. ENTRY_WIDTH, LOW, BLOCK: see tapestry_drain.
// Timing       Registered at one edge, its entry at the next, counted at the one after.
// Overflow     See tapestry_drain.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: the index is that of the sample, and a run begins after an edge at which it was not true.

`default_nettype none

module tapestry_event_drain #(
    parameter integer WIDTH = 1,
    parameter integer ENTRY_WIDTH = 2,
    parameter integer LOW = 14,
    parameter integer BLOCK = 0
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire [WIDTH-1:0]       tap_event_i,
    input  wire [ENTRY_WIDTH+9:0] chain_in,
    output wire [ENTRY_WIDTH+9:0] chain_out
);
  reg rst_q = 1'b1, event_q = 1'b0;
  always @(posedge clk_i) begin
    rst_q <= rst_i;
    event_q <= |tap_event_i;
  end
  wire holds = !rst_q && event_q;
  reg  held_q = 1'b0;
  always @(posedge clk_i) held_q <= holds;
`ifdef MUTANT_1
  wire [1:0] index = rst_q ? 2'd0 : {event_q, !held_q};
`else
  wire [1:0] index = rst_q ? 2'd0 : {event_q, !event_q || !held_q};
`endif
  tapestry_drain #(.INDEX_WIDTH(2), .ENTRY_WIDTH(ENTRY_WIDTH), .LOW(LOW), .BLOCK(BLOCK)) counts
      (.clk_i(clk_i), .index_i(index), .chain_in(chain_in), .chain_out(chain_out));

`ifdef FORMAL
  reg f_rst = 1'b1, f_event = 1'b0, f_before = 1'b0;
  always @(posedge clk_i) begin
    f_rst <= rst_i;
    f_event <= tap_event_i != 0;
    f_before <= !f_rst && f_event;
  end
  always @* assert (index == (f_rst ? 2'd0 : !f_event ? 2'd1 : f_before ? 2'd2 : 2'd3));
`endif

endmodule

`default_nettype wire
