// SPDX-License-Identifier: Apache-2.0
//
// tapestry_extreme: the largest or the least of the sampled values.
//
// Purpose      max_occupancy, min_latency and the like of the cores.
// Measures     The largest (LEAST = 0) or least (LEAST = 1) value_i of all edges with take_i = 1 up to the last cut, since
//              the last clear_i. Without any: NONE.
// Parameters   WIDTH: bits of a value. NONE: with LEAST = 1 the code for "no value yet", 0 or all ones.
// Timing       read_data_o is that of the edges before bank_i last changed, from one edge after that on.
// Overflow     Impossible.
// Cost         In the table of docs/taps.md, as part of the cores.
// Proved       By taps/prove: no value that was taken lies outside the extreme; after a clear there is none.

`default_nettype none

module tapestry_extreme #(
    parameter integer WIDTH = 32,
    parameter integer LEAST = 0,
    parameter [WIDTH-1:0] NONE = {WIDTH{1'b0}}
) (
    input  wire             clk_i,
    input  wire             bank_i,
    input  wire             clear_i,
    input  wire             take_i,
    input  wire [WIDTH-1:0] value_i,
    output wire [WIDTH-1:0] read_data_o
);
  reg  [WIDTH-1:0] extreme_q = NONE, frozen_q = NONE;
  reg              bank_q = 1'b0;
`ifdef MUTANT_1
  wire             beyond = LEAST != 0 ? value_i > extreme_q || extreme_q == NONE : value_i > extreme_q;
`else
  wire             beyond = LEAST != 0 ? value_i < extreme_q || extreme_q == NONE : value_i > extreme_q;
`endif
  wire             take = take_i && beyond;
  always @(posedge clk_i) begin
    bank_q <= bank_i;
    if (clear_i) extreme_q <= NONE;
    else if (take) extreme_q <= value_i;
    if (clear_i) frozen_q <= NONE;
    else if (bank_i != bank_q) frozen_q <= extreme_q;
  end
  assign read_data_o = frozen_q;

`ifdef FORMAL
  // Any one value that was taken is never outside, nor after a cut outside of what is read.
  reg             f_taken = 1'b0, f_frozen = 1'b0;
  reg [WIDTH-1:0] f_value = {WIDTH{1'b0}};
  (* anyseq *) reg f_pick;
  always @(posedge clk_i)
    if (clear_i) begin
      f_taken <= 1'b0;
      f_frozen <= 1'b0;
    end
    else begin
      if (take_i && f_pick && !f_taken && value_i != NONE) begin
        f_taken <= 1'b1;
        f_value <= value_i;
      end
      if (bank_i != bank_q) f_frozen <= f_taken;
    end
  // Where 0 stands for no value, no value is 0.
  always @* if (LEAST != 0 && NONE == {WIDTH{1'b0}}) assume (!take_i || value_i != NONE);
  reg f_cleared = 1'b0;
  always @(posedge clk_i) f_cleared <= clear_i;
  always @* begin
    if (f_cleared) assert (extreme_q == NONE && frozen_q == NONE);
    if (f_taken) assert (extreme_q != NONE && (LEAST != 0 ? f_value >= extreme_q : f_value <= extreme_q));
    if (f_frozen) assert (frozen_q != NONE && (LEAST != 0 ? f_value >= frozen_q : f_value <= frozen_q));
    if (f_frozen) assert (f_taken);
  end
`endif

endmodule

`default_nettype wire
