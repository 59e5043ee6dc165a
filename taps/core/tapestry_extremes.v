// SPDX-License-Identifier: Apache-2.0
//
// tapestry_extremes: a table of largest or least values.
//
// Purpose      max_dwell and min_dwell of the states.
// Measures     For each bank and index the largest (LEAST = 0) or least (LEAST = 1) value_i of the edges with
//              take_i = 1; 0 where there was none. Values are not 0. The extreme of both banks is that of all.
// Parameters   INDEX_WIDTH: bits of an index. WIDTH: bits of a value.
// Timing       read_data_o is that of bank !bank_i.
// Overflow     Impossible.
// Cost         In the table of docs/taps.md, as part of the cores.
// Proved       By taps/prove: the extreme of an entry is that of the values it took since a clear, and none when it took none.

`default_nettype none

module tapestry_extremes #(
    parameter integer INDEX_WIDTH = 2,
    parameter integer WIDTH = 32,
    parameter integer LEAST = 0
) (
    input  wire                   clk_i,
    input  wire                   bank_i,
    input  wire                   clear_i,
    input  wire                   take_i,
    input  wire [INDEX_WIDTH-1:0] index_i,
    input  wire [WIDTH-1:0]       value_i,
    input  wire [INDEX_WIDTH-1:0] read_index_i,
    output wire [WIDTH-1:0]       read_data_o
);
  localparam integer ENTRIES = 2 << INDEX_WIDTH;
  reg [WIDTH-1:0]   memory [0:ENTRIES-1];
  reg [ENTRIES-1:0] valid_q = {ENTRIES{1'b0}};  // written since the last clear_i

  wire [INDEX_WIDTH:0] live = {bank_i, index_i}, frozen = {!bank_i, read_index_i};
  wire [WIDTH-1:0]     extreme = memory[live];
`ifdef MUTANT_1
  wire beyond = LEAST != 0 ? value_i < extreme : value_i > extreme;
`else
  wire beyond = !valid_q[live] || (LEAST != 0 ? value_i < extreme : value_i > extreme);
`endif
  always @(posedge clk_i) begin
    if (take_i && beyond) memory[live] <= value_i;
    if (clear_i) valid_q <= {ENTRIES{1'b0}};
    else if (take_i) valid_q[live] <= 1'b1;
  end
  assign read_data_o = valid_q[frozen] ? memory[frozen] : {WIDTH{1'b0}};

`ifdef FORMAL
  // The extreme of each entry, as values come.
  reg [ENTRIES-1:0]   f_any = {ENTRIES{1'b0}};
  reg [WIDTH-1:0]     f_extreme [0:ENTRIES-1];
  wire                f_beyond = LEAST != 0 ? value_i < f_extreme[live] : value_i > f_extreme[live];
  integer             f_k;
  always @(posedge clk_i) begin
    if (take_i && (!f_any[live] || f_beyond)) f_extreme[live] <= value_i;
    if (clear_i) f_any <= {ENTRIES{1'b0}};
    else if (take_i) f_any[live] <= 1'b1;
  end
  always @*
    for (f_k = 0; f_k < ENTRIES; f_k = f_k + 1) begin
      assert (valid_q[f_k] == f_any[f_k]);
      if (f_any[f_k]) assert (memory[f_k] == f_extreme[f_k]);
    end
`endif

endmodule

`default_nettype wire
