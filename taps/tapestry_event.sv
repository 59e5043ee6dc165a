// SPDX-License-Identifier: Apache-2.0
//
// tapestry_event: how often and how long an expression is true.
//
// Purpose      Shell of the event tap: the fast simulation model, or tapestry_event_core with
//              TAPESTRY_CORES defined, and the record of either.
// Measures     cycles_true, rising_edges, longest_run; docs/counting.md defines them.
// Not measured When each run happens (frames say it coarsely).
// Parameters   CLOCK: index of the shared clock, or -1 for an edge count of its own.
//              WIDTH: bits of tap_event_i, which is true when any of them is 1.
// Timing       The model works only when the sample changes: all edges since the last change had
//              the same sample, and their number is a difference of edge counts.
// Overflow     None in the model, which counts in 64 bits; the core says what it does.
// Cost         In simulation what taps/bench measures; the core's is in taps/README.md.
// Proved       The core's laws, by taps/prove. tests/taps compares model, core and a reference.

`default_nettype none
/* verilator lint_save */
/* verilator lint_off BLKSEQ */
/* verilator lint_off IMPURE */
/* verilator lint_off WIDTH */
/* verilator lint_off PINCONNECTEMPTY */
/* verilator lint_off UNSIGNED */
/* verilator lint_off UNUSED */
/* verilator lint_off VARHIDDEN */

module tapestry_event #(
    parameter integer CLOCK = 0,
    parameter integer WIDTH = 1
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire [WIDTH-1:0] tap_event_i
);
  localparam KIND = "event";
  tapestry_own_clock #(.USED((CLOCK < 0) ? 1 : 0)) own (.clk_i(clk_i));
  `include "tapestry_tap.svh"

  // The numbers of a record, set by collect().
  longint unsigned reset_cycles, cycles_true, rising_edges, longest_run;
  bit              saturated;

`ifndef TAPESTRY_CORES

  // The open run: its sample {reset, true} and the edge at which it began.
  reg [1:0]        fresh, sample = 2'b00;
  longint unsigned start = 0;

  // Totals of all runs that are closed.
  longint unsigned closed_reset = 0, closed_true = 0, closed_runs = 0, closed_longest = 0;

  always @(posedge clk_i) begin
    fresh = {rst_i === 1'b1, (|tap_event_i) === 1'b1};
    if (`TAPESTRY_EDGE && fresh != sample) begin
      `TAPESTRY_ENTER
      ok = close_run(edges_now(), fresh);
      `TAPESTRY_LEAVE
    end
  end

  // The open run ends just before edge n, where one of `next` begins. A run of no edges leaves no trace.
  function automatic bit close_run(input longint unsigned n, input [1:0] next); /*verilator no_inline_task*/
    if (sample[1]) closed_reset = closed_reset + (n - start);
    else if (sample[0] && n != start) begin
      closed_true = closed_true + (n - start);
      closed_runs = closed_runs + 1;
      if (n - start > closed_longest) closed_longest = n - start;
    end
    start = n;
    sample = next;
    close_run = 1'b1;
  endfunction

  // The totals when the open run is cut just before edge n.
  function automatic bit collect(input longint unsigned n);
    longint unsigned run;
    run = (n > start) ? n - start : 0;
    reset_cycles = closed_reset;
    cycles_true = closed_true;
    rising_edges = closed_runs;
    longest_run = closed_longest;
    if (sample[1]) reset_cycles = closed_reset + run;
    else if (sample[0] && run != 0) begin
      cycles_true = closed_true + run;
      rising_edges = closed_runs + 1;
      if (run > closed_longest) longest_run = run;
    end
    saturated = 1'b0;
    collect = 1'b1;
  endfunction

`else

  `include "tapestry_core.svh"

  // X in simulation is not 1; the core, which knows no X, gets it as 0.
  tapestry_event_core #(.WIDTH(WIDTH), .COUNTER_WIDTH(COUNTER_WIDTH), .EXTREMES(1), .BLOCK(0)) core
      (.clk_i(clk_i), .rst_i(rst_i === 1'b1), .tap_event_i(tap_event_i),
       .count_i(count), .bank_i(1'b0), .clear_i(1'b0), .read_i(1'b0), .read_next_i(1'b0),
       .read_word_i(3'd0), .read_data_o(), .read_valid_o());

  function automatic bit collect(input longint unsigned n); /*verilator no_inline_task*/
    `TAPESTRY_COUNT(core.counts, 4)
    reset_cycles = `TAPESTRY_ENTRY(core.counts, 0);
    rising_edges = `TAPESTRY_ENTRY(core.counts, 3);
    cycles_true = `TAPESTRY_ENTRY(core.counts, 2) + rising_edges;
    longest_run = long(`TAPESTRY_EXTREME(core.extremes.longest.most));
    saturated = 1'b0;
    collect = 1'b1;
  endfunction

`endif

  function automatic bit report(input bit at_end);
    ok = collect(edges_at_cut());
    ok = header(edges_at_cut(), reset_cycles, at_end, saturated);
    ok = word("cycles_true", cycles_true);
    ok = word("rising_edges", rising_edges);
    ok = word("longest_run", longest_run);
    report = close_record();
  endfunction

endmodule

/* verilator lint_restore */
`default_nettype wire
