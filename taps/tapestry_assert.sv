// SPDX-License-Identifier: Apache-2.0
//
// tapestry_assert: how often a condition that must hold did not, and when first.
//
// Purpose      Shell of the assert tap: the fast simulation model, or tapestry_assert_core with
//              TAPESTRY_CORES defined, and the record of either.
// Measures     violations, first_violation; docs/counting.md defines them.
// Not measured When the later violations happened: that is a trace.
// Parameters   CLOCK: index of the shared clock, or -1 for an edge count of its own.
// Timing       The model works only when the sample changes: all edges since the last change had
//              the same sample, and their number is a difference of edge counts.
// Overflow     None in the model, which counts in 64 bits; the core says what it does.
// Cost         In simulation that of an event tap; the core's is in docs/taps.md.
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

module tapestry_assert #(
    parameter integer CLOCK = 0
) (
    input wire clk_i,
    input wire rst_i,
    input wire tap_holds_i
);
  localparam KIND = "assert";
  tapestry_own_clock #(.USED((CLOCK < 0) ? 1 : 0)) own (.clk_i(clk_i));
  `include "tapestry_tap.svh"

  // The numbers of a record, set by collect().
  longint unsigned reset_cycles = 0, violations = 0, first_violation = 0;

`ifndef TAPESTRY_CORES

  // The open run: its sample {reset, violated} and the edge up to which it has been added.
  reg [1:0]        fresh, sample = 2'b00;
  longint unsigned start = 0;

  always @(posedge clk_i) begin
    fresh = {rst_i === 1'b1, tap_holds_i !== 1'b1};
    if (`TAPESTRY_EDGE && fresh != sample) begin
      `TAPESTRY_ENTER
      ok = change(edges_now(), fresh);
      `TAPESTRY_LEAVE
    end
  end

  function automatic bit add_run(input longint unsigned n); /*verilator no_inline_task*/
    if (n > start) begin
      if (sample[1]) reset_cycles = reset_cycles + (n - start);
      else if (sample[0]) begin
        if (violations == 0) first_violation = start;
        violations = violations + (n - start);
      end
    end
    start = n;
    add_run = 1'b1;
  endfunction

  // The open run ends just before edge n, where one of `next` begins.
  function automatic bit change(input longint unsigned n, input [1:0] next); /*verilator no_inline_task*/
    ok = add_run(n);
    sample = next;
    change = 1'b1;
  endfunction

  function automatic bit collect(input longint unsigned n);
    collect = (n > start) ? add_run(n) : 1'b1;
  endfunction

`else

  `include "tapestry_core.svh"

  // X in simulation is not 1; the core, which knows no X, gets it as 0.
  tapestry_assert_core #(.COUNTER_WIDTH(COUNTER_WIDTH), .BLOCK(0)) core
      (.clk_i(clk_i), .rst_i(rst_i === 1'b1), .tap_holds_i(tap_holds_i === 1'b1), .enable_i(count),
       .count_i(count), .bank_i(1'b0), .clear_i(1'b0), .read_i(1'b0), .read_next_i(1'b0),
       .read_word_i(3'd0), .read_data_o(), .read_valid_o());

  // The first violation, whether it has been counted or waits, is at the edge that the core's counter shows.
  function automatic bit collect(input longint unsigned n); /*verilator no_inline_task*/
    `TAPESTRY_COUNT(core.counting.counts, 4)
    reset_cycles = `TAPESTRY_ENTRY(core.counting.counts, 0);
    violations = `TAPESTRY_ENTRY(core.counting.counts, 2) + `TAPESTRY_ENTRY(core.counting.counts, 3);
    first_violation = (violations == 0) ? 0 : long(core.first_q);
    collect = 1'b1;
  endfunction

`endif

  function automatic bit report(input bit at_end);
    ok = collect(edges_at_cut());
    ok = header(edges_at_cut(), reset_cycles, at_end, 1'b0);
    ok = word("violations", violations);
    ok = word("first_violation", first_violation);
    report = close_record();
  endfunction

endmodule

/* verilator lint_restore */
`default_nettype wire
