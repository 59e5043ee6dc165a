// SPDX-License-Identifier: Apache-2.0
//
// tapestry_longest: the longest run of edges with a property.
//
// Purpose      longest_run, longest_block and longest_burst of the cores.
// Measures     A run is a maximal sequence of counted edges with grows_i = 1. The largest length that a run had at an
//              edge up to the last cut. So a run that crosses a cut counts with the length it had there.
// Parameters   WIDTH: bits of a length.
// Timing       As tapestry_extreme.
// Overflow     A length stops at its largest value.
// Cost         In the table of docs/taps.md, as part of the cores.
// Proved       By taps/prove: the length of the open run is the number of edges since it began.

`default_nettype none

module tapestry_longest #(
    parameter integer WIDTH = 32
) (
    input  wire             clk_i,
    input  wire             bank_i,
    input  wire             clear_i,
    input  wire             count_i,
    input  wire             grows_i,
    output wire [WIDTH-1:0] read_data_o
);
  localparam [WIDTH-1:0] ZERO = {WIDTH{1'b0}}, ONE = {{WIDTH-1{1'b0}}, 1'b1};

  reg  [WIDTH-1:0] run_q = ZERO;  // the open run
`ifdef MUTANT_1
  wire [WIDTH-1:0] run_d = !grows_i ? ZERO : run_q + ONE;
`else
  wire [WIDTH-1:0] run_d = !grows_i ? ZERO : &run_q ? run_q : run_q + ONE;
`endif
  always @(posedge clk_i)
    if (clear_i) run_q <= ZERO;
    else if (count_i) run_q <= run_d;

  tapestry_extreme #(.WIDTH(WIDTH)) most
      (.clk_i(clk_i), .bank_i(bank_i), .clear_i(clear_i), .take_i(count_i), .value_i(run_d),
       .read_data_o(read_data_o));

`ifdef FORMAL
  reg [WIDTH:0] f_run = {WIDTH + 1{1'b0}};  // one bit more, so that it tells saturated from wrapped
  always @(posedge clk_i)
    if (clear_i || (count_i && !grows_i)) f_run <= {WIDTH + 1{1'b0}};
    else if (count_i && !f_run[WIDTH]) f_run <= f_run + 1'b1;
  always @* assert (f_run[WIDTH] ? &run_q : f_run[WIDTH-1:0] == run_q);
`endif

endmodule

`default_nettype wire
