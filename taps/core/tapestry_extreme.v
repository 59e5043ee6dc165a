// SPDX-License-Identifier: Apache-2.0
//
// tapestry_extreme: the largest or the least of the values that come by.
//
// Purpose      max_occupancy, min_latency and the like of the cores.
// Measures     For each bank the largest (LEAST = 0) or least (LEAST = 1) value_i of the edges with take_i = 1
//              counted in that bank; the extreme of both banks is that of all. Without any: NONE.
// Parameters   WIDTH: bits of a value. NONE: with LEAST = 1 what stands for "no value yet", 0 or all ones.
// Timing       read_data_o is that of bank !bank_i.
// Overflow     Impossible.
// Cost         In the table of docs/taps.md, as part of the cores.
// Proved       By taps/prove: no value that was taken lies outside the extreme.

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
  reg  [WIDTH-1:0] extreme_0_q = NONE, extreme_1_q = NONE;
  wire [WIDTH-1:0] extreme = bank_i ? extreme_1_q : extreme_0_q;
`ifdef MUTANT_1
  wire             beyond = LEAST != 0 ? value_i > extreme || extreme == NONE : value_i > extreme;
`else
  wire             beyond = LEAST != 0 ? value_i < extreme || extreme == NONE : value_i > extreme;
`endif
  wire             take = take_i && beyond;
  always @(posedge clk_i) begin
    if (clear_i) extreme_0_q <= NONE;
    else if (take && !bank_i) extreme_0_q <= value_i;
    if (clear_i) extreme_1_q <= NONE;
    else if (take && bank_i) extreme_1_q <= value_i;
  end
  assign read_data_o = bank_i ? extreme_0_q : extreme_1_q;

`ifdef FORMAL
  // Any one value that was taken, in either bank, is never outside.
  reg             f_taken = 1'b0, f_bank = 1'b0;
  reg [WIDTH-1:0] f_value = {WIDTH{1'b0}};
  (* anyseq *) reg f_pick;
  always @(posedge clk_i)
    if (clear_i) f_taken <= 1'b0;
    else if (take_i && f_pick && !f_taken && value_i != NONE) begin
      f_taken <= 1'b1;
      f_bank <= bank_i;
      f_value <= value_i;
    end
  // Where 0 stands for no value, no value is 0.
  always @* if (LEAST != 0 && NONE == {WIDTH{1'b0}}) assume (!take_i || value_i != NONE);
  wire [WIDTH-1:0] f_extreme = f_bank ? extreme_1_q : extreme_0_q;
  always @* if (f_taken) begin
    assert (f_extreme != NONE);
    assert (LEAST != 0 ? f_value >= f_extreme : f_value <= f_extreme);
  end
`endif

endmodule

`default_nettype wire
