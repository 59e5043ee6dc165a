// SPDX-License-Identifier: Apache-2.0
//
// tapestry_log: stores the samples of several taps at once.
//
// Purpose      Under Verilator a tap has its samples stored and counted later. One word with those of many costs less than a
//              byte for each: one place, one store, and a signal that several taps look at is read once.
// Measures     Nothing; elsewhere it does nothing.
// Parameters   CLOCK: index of the shared clock of all the taps.
//              TAPS: 1..8.
//              LANES: their names from the scope of the log, lane 0 first, a blank between two.
// Ports        samples_i: what is `logged` of each, lane 0 the lowest.

`default_nettype none
/* verilator lint_save */
/* verilator lint_off BLKSEQ */
/* verilator lint_off UNUSED */
/* verilator lint_off VARHIDDEN */

module tapestry_log #(
    parameter integer CLOCK = 0,
    parameter integer TAPS = 2,
    parameter LANES = ""
) (
    input wire              clk_i,
    input wire [8*TAPS-1:0] samples_i
);
  `include "tapestry_dpi.svh"
`ifdef TAPESTRY_LOG

  localparam integer BYTES = (TAPS > 4) ? 8 : (TAPS > 2) ? 4 : TAPS;
  int unsigned     handle;
  longint unsigned words;
  initial begin
    handle = tapestry_sim::register_log($sformatf("%m"), LANES, BYTES);
    words = tapestry_sim::log_words(handle);
  end

  reg [6:0] place;
  always @(posedge clk_i) begin
    place = tapestry_sim::edges[CLOCK][6:0];
`ifndef TAPESTRY_COUNT_AT_EDGE
    if (place[5:0] == 6'd0)
      $c("{void tapestry_count_log(unsigned, uint64_t); tapestry_count_log(", handle, ", ", tapestry_sim::edges[CLOCK], ");}");
`endif
    `TAPESTRY_PUT(words, BYTES, place, samples_i)
  end

`endif
endmodule

/* verilator lint_restore */
`default_nettype wire
