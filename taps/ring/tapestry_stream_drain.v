// SPDX-License-Identifier: Apache-2.0
//
// tapestry_stream_drain: what a valid/ready stream does, lean.
//
// Purpose      The instance that weave inserts for a stream on a chain.
// Measures     The words of tapestry_stream_core with BURST_BINS = 1, HAS_KEEP = 0 and EXTREMES = 0: the four bins, packets and bursts.
// Not measured Lengths of bursts and blocks; the bytes of a stream with keep.
// Parameters   HAS_LAST: 1 when tap_last_i is connected. ENTRY_WIDTH, LOW, BLOCK: see tapestry_drain.
// Timing       Registered at one edge, its entry at the next, counted at the one after.
// Overflow     See tapestry_drain.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: the index is that of the handshake, and a burst begins after an edge without a transfer.

`default_nettype none

module tapestry_stream_drain #(
    parameter integer HAS_LAST = 0,
    parameter integer ENTRY_WIDTH = 3,
    parameter integer LOW = 14,
    parameter integer BLOCK = 0
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire                   tap_valid_i,
    input  wire                   tap_ready_i,
    input  wire                   tap_last_i,
    input  wire [ENTRY_WIDTH+9:0] chain_in,
    output wire [ENTRY_WIDTH+9:0] chain_out
);
  reg rst_q = 1'b1, valid_q = 1'b0, ready_q = 1'b0, last_q = 1'b0;
  always @(posedge clk_i) begin
    rst_q <= rst_i;
    // With a flip-flop's own reset the entry of reset takes no logic.
    if (rst_i) {valid_q, ready_q} <= 2'd0;
    else {valid_q, ready_q} <= {tap_valid_i, tap_ready_i};
    last_q <= (HAS_LAST != 0) && tap_last_i;
  end
  wire transfer = valid_q && ready_q;
  reg  in_burst_q = 1'b0;
`ifdef MUTANT_1
  always @(posedge clk_i) in_burst_q <= transfer && !last_q;
`else
  always @(posedge clk_i) in_burst_q <= transfer;
`endif
  wire [2:0] waits = {1'b0, valid_q || ready_q, valid_q || !(ready_q || rst_q)};
  wire [2:0] index = transfer ? {1'b1, !in_burst_q, last_q} : waits;
  tapestry_drain #(.INDEX_WIDTH(3), .ENTRY_WIDTH(ENTRY_WIDTH), .LOW(LOW), .BLOCK(BLOCK)) counts
      (.clk_i(clk_i), .index_i(index), .chain_in(chain_in), .chain_out(chain_out));

`ifdef FORMAL
  reg       f_rst = 1'b1, f_moved = 1'b0;  // the sample, and whether the one before was a transfer
  reg [2:0] f_sample = 3'd0;
  always @(posedge clk_i) begin
    f_rst <= rst_i;
    f_sample <= {tap_valid_i, tap_ready_i, (HAS_LAST != 0) && tap_last_i};
    f_moved <= !f_rst && f_sample[2:1] == 2'b11;
  end
  always @*
    if (f_rst) assert (index == 3'd0);
    else case (f_sample[2:1])
      2'b00: assert (index == 3'd1);
      2'b01: assert (index == 3'd2);
      2'b10: assert (index == 3'd3);
      default: assert (index == (f_moved ? 3'd4 : 3'd6) + f_sample[0]);
    endcase
`endif

endmodule

`default_nettype wire
