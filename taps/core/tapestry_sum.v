// SPDX-License-Identifier: Apache-2.0
//
// tapestry_sum: a sum of values.
//
// Purpose      bytes, occupancy_sum, latency_sum and the like of the cores.
// Measures     For each bank the sum of value_i over the edges with add_i = 1 counted in that bank.
// Parameters   WIDTH: bits of a word. VALUE_WIDTH: bits of a value. A sum has as many bits as both together.
// Timing       read_data_o is the sum of bank !bank_i.
// Overflow     Wraps; exact while fewer than 2^WIDTH edges lie between two readings.
// Cost         In the table of docs/taps.md, as part of the cores.
// Proved       By taps/prove: each bank holds the sum of its values, and the bank that is read is the one that does not count.

`default_nettype none

module tapestry_sum #(
    parameter integer WIDTH = 32,
    parameter integer VALUE_WIDTH = 8
) (
    input  wire                   clk_i,
    input  wire                   bank_i,
    input  wire                   add_i,
    input  wire [VALUE_WIDTH-1:0] value_i,
    output wire [WIDTH+VALUE_WIDTH-1:0] read_data_o
);
  // Bits that the sum of 2^WIDTH values can reach.
  localparam integer SUM_WIDTH = WIDTH + VALUE_WIDTH;
  reg  [SUM_WIDTH-1:0] sum_0_q = {SUM_WIDTH{1'b0}}, sum_1_q = {SUM_WIDTH{1'b0}};
`ifdef MUTANT_1
  wire [SUM_WIDTH-1:0] sum_d = sum_0_q + {{WIDTH{1'b0}}, value_i};
`else
  wire [SUM_WIDTH-1:0] sum_d = (bank_i ? sum_1_q : sum_0_q) + {{WIDTH{1'b0}}, value_i};
`endif
  always @(posedge clk_i) begin
    if (add_i && !bank_i) sum_0_q <= sum_d;
    if (add_i && bank_i) sum_1_q <= sum_d;
  end
  assign read_data_o = bank_i ? sum_0_q : sum_1_q;

`ifdef FORMAL
  reg [SUM_WIDTH-1:0] f_sum_0 = {SUM_WIDTH{1'b0}}, f_sum_1 = {SUM_WIDTH{1'b0}};
  always @(posedge clk_i) begin
    if (add_i && !bank_i) f_sum_0 <= f_sum_0 + value_i;
    if (add_i && bank_i) f_sum_1 <= f_sum_1 + value_i;
  end
  always @* begin
    assert (sum_0_q == f_sum_0 && sum_1_q == f_sum_1);
    assert (read_data_o == (bank_i ? f_sum_0 : f_sum_1));
  end
`endif

endmodule

`default_nettype wire
