// SPDX-License-Identifier: Apache-2.0
//
// tapestry_total: the sum of a value (tapestry_sum is the adder inside the cores).
//
// Purpose      Shell of the sum tap: the fast simulation model, or tapestry_value_core of a single bin with
//              TAPESTRY_CORES defined, and the record of either.
// Measures     samples, total, unknown; docs/counting.md defines them.
// Not measured The values one by one: that is a value tap or a trace.
// Parameters   CLOCK: index of the shared clock, or -1 for an edge count of its own.
//              WIDTH: bits of the value, at most 64.
// Timing       The model works only when the sample changes; a value that is not enabled is no change.
// Overflow     total stops at 2^64-1 and sets `saturated`; nothing else can overflow.
// Cost         In simulation that of a value tap; the core's is in docs/taps.md.
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

module tapestry_total #(
    parameter integer CLOCK = 0,
    parameter integer WIDTH = 32
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire             tap_enable_i,
    input wire [WIDTH-1:0] tap_value_i
);
  localparam KIND = "sum";
  tapestry_own_clock #(.USED((CLOCK < 0) ? 1 : 0)) own (.clk_i(clk_i));
  `include "tapestry_tap.svh"

  // The numbers of a record.
  longint unsigned reset_cycles = 0, samples = 0, total = 0, unknown = 0;
  bit              saturated = 1'b0;

`ifndef TAPESTRY_CORES

  // The open run: its sample, and the edge up to which it has been added.
  reg [1:0]        fresh, sample = 2'b00;  // {reset, enable}
  reg [WIDTH-1:0]  value = {WIDTH{1'b0}};
  longint unsigned start = 0;

  // total + x * length, exact below 2^64.
  function automatic bit add_total(input [63:0] x, input [63:0] length);
    reg [127:0] sum;
    if (x[63:32] == 0 && length[63:32] == 0 && !total[63])
      total = total + x * length;
    else begin
      sum = {64'd0, x} * {64'd0, length} + {64'd0, total};
      total = (sum[127:64] != 0) ? 64'hFFFF_FFFF_FFFF_FFFF : sum[63:0];
      if (sum[127:64] != 0) saturated = 1'b1;
    end
    add_total = 1'b1;
  endfunction

  function automatic bit add_run(input longint unsigned n); /*verilator no_inline_task*/
    reg [WIDTH+63:0] wide;
    if (n > start) begin
      if (sample[1]) reset_cycles = reset_cycles + (n - start);
      else if (sample[0]) begin
        if ((^value) === 1'bx) unknown = unknown + (n - start);
        else begin
          wide = {64'd0, value};
          samples = samples + (n - start);
          ok = add_total(wide[63:0], n - start);
        end
      end
    end
    start = n;
    add_run = 1'b1;
  endfunction

  always @(posedge clk_i) begin
    fresh = {rst_i === 1'b1, tap_enable_i === 1'b1};
    if (`TAPESTRY_EDGE && (fresh != sample || (fresh == 2'b01 && tap_value_i !== value))) begin
      `TAPESTRY_ENTER
      ok = change(edges_now(), fresh, tap_value_i);
      `TAPESTRY_LEAVE
    end
  end

  // The open run ends just before edge n, where one of `next` and `next_value` begins.
  function automatic bit change(input longint unsigned n, input [1:0] next,
                                input [WIDTH-1:0] next_value); /*verilator no_inline_task*/
    ok = add_run(n);
    sample = next;
    value = next_value;
    change = 1'b1;
  endfunction

  function automatic bit collect(input longint unsigned n);
    collect = (n > start) ? add_run(n) : 1'b1;
  endfunction

`else

  `include "tapestry_core.svh"
  localparam integer VALUE_WORDS = (WIDTH + COUNTER_WIDTH - 1) / COUNTER_WIDTH;
  reg [63:0] sum_over;

  // X in simulation is not 1; the core, which knows no X, gets it as 0.
  tapestry_value_core #(.WIDTH(WIDTH), .FROM(64'd0), .STEP(64'h8000_0000_0000_0000), .BINS(1),
                        .COUNTER_WIDTH(COUNTER_WIDTH), .SUMS(1), .EXTREMES(0), .BLOCK(0)) core
      (.clk_i(clk_i), .rst_i(rst_i === 1'b1), .tap_enable_i(tap_enable_i === 1'b1), .tap_value_i(tap_value_i),
       .count_i(count), .bank_i(1'b0), .clear_i(1'b0), .read_i(1'b0), .read_next_i(1'b0),
       .read_word_i({$clog2(6 + VALUE_WORDS){1'b0}}), .read_data_o(), .read_valid_o());

  function automatic bit collect(input longint unsigned n); /*verilator no_inline_task*/
    `TAPESTRY_COUNT(core.counts, 5)
    samples = `TAPESTRY_ENTRY(core.counts, 0) + `TAPESTRY_ENTRY(core.counts, 1) + `TAPESTRY_ENTRY(core.counts, 2);
    reset_cycles = `TAPESTRY_ENTRY(core.counts, 4);
    {sum_over, total} = `TAPESTRY_SUM(core.more.sums.value_sum);
    saturated = sum_over != 0;
    if (saturated) total = 64'hffff_ffff_ffff_ffff;
    collect = 1'b1;
  endfunction

`endif

  function automatic bit report(input bit at_end);
    ok = collect(edges_at_cut());
    ok = header(edges_at_cut(), reset_cycles, at_end, saturated);
    ok = word("samples", samples);
    ok = word("total", total);
    ok = word("unknown", unknown);
    report = close_record();
  endfunction

endmodule

/* verilator lint_restore */
`default_nettype wire
