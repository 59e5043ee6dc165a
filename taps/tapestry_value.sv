// SPDX-License-Identifier: Apache-2.0
//
// tapestry_value: the distribution of a value.
//
// Purpose      Shell of the value tap: the fast simulation model, or tapestry_value_core with
//              TAPESTRY_CORES defined, and the record of either.
// Measures     samples, value_sum, least, most, histogram, below, above, unknown; docs/counting.md
//              defines them. Bins, below and above sum to samples.
// Not measured The order of values.
// Parameters   CLOCK: index of the shared clock, or -1 for an edge count of its own.
//              WIDTH: bits of the value, at most 64; what lies above bit 63 is not looked at.
//              FROM, STEP, BINS: bin i holds FROM + i*STEP up to the next; STEP is at least 1.
// Timing       The model works only when the sample changes; a value that is not enabled is no change.
// Overflow     value_sum stops at 2^64-1 and sets `saturated`; nothing else can overflow.
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

module tapestry_value #(
    parameter integer CLOCK = 0,
    parameter integer WIDTH = 32,
    parameter [63:0]  FROM = 64'd0,
    parameter [63:0]  STEP = 64'd1,
    parameter integer BINS = 16
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire             tap_enable_i,
    input wire [WIDTH-1:0] tap_value_i
);
  localparam KIND = "value";
  tapestry_own_clock #(.USED((CLOCK < 0) ? 1 : 0)) own (.clk_i(clk_i));
  `include "tapestry_tap.svh"

  // The numbers of a record; the histogram comes from samples_of_bin().
  longint unsigned reset_cycles = 0, samples = 0, value_sum = 0, least = 0, most = 0;
  longint unsigned below = 0, above = 0, unknown = 0;
  bit              saturated = 1'b0;

`ifndef TAPESTRY_CORES

  // The open run: its sample, and the edge up to which it has been added.
  reg [1:0]        fresh, sample = 2'b00;  // {reset, enable}
  reg [WIDTH-1:0]  value = {WIDTH{1'b0}};
  longint unsigned start = 0;
  localparam integer BIN_WIDTH = (BINS > 1) ? $clog2(BINS) : 1;
  // Its size is a power of two, so that an index of just its bits needs no check of its bounds.
  longint unsigned bin [0:(1<<BIN_WIDTH)-1];

  int unsigned i;
  initial for (i = 0; i < `TAPESTRY_BOUND(1 << BIN_WIDTH); i = i + 1) bin[i] = 0;

  function automatic longint unsigned number_of(input [WIDTH-1:0] x);
    reg [WIDTH+63:0] wide;
    wide = {64'd0, x};
    number_of = wide[63:0];
  endfunction

  // value_sum + x * length, exact below 2^64.
  function automatic bit add_sum(input [63:0] x, input [63:0] length);
    reg [127:0] sum;
    if (x[63:32] == 0 && length[63:32] == 0 && !value_sum[63])
      value_sum = value_sum + x * length;
    else begin
      sum = {64'd0, x} * {64'd0, length} + {64'd0, value_sum};
      value_sum = (sum[127:64] != 0) ? 64'hFFFF_FFFF_FFFF_FFFF : sum[63:0];
      if (sum[127:64] != 0) saturated = 1'b1;
    end
    add_sum = 1'b1;
  endfunction

  function automatic bit add_samples(input [63:0] x, input longint unsigned length);
    longint unsigned k;
    if (samples == 0 || x < least) least = x;
    if (x > most) most = x;
    samples = samples + length;
    ok = add_sum(x, length);
    k = (x - FROM) / STEP;
    if (x < FROM) below = below + length;
    else if (k >= {32'd0, BINS}) above = above + length;
    else bin[k[BIN_WIDTH-1:0]] = bin[k[BIN_WIDTH-1:0]] + length;
    add_samples = 1'b1;
  endfunction

  function automatic bit add_run(input longint unsigned n); /*verilator no_inline_task*/
    if (n > start) begin
      if (sample[1]) reset_cycles = reset_cycles + (n - start);
      else if (sample[0]) begin
        if ((^value) === 1'bx) unknown = unknown + (n - start);
        else ok = add_samples(number_of(value), n - start);
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

  function automatic longint unsigned samples_of_bin(input int unsigned k);
    samples_of_bin = bin[k[BIN_WIDTH-1:0]];
  endfunction

`else

  `include "tapestry_core.svh"
  localparam integer VALUE_WORDS = (WIDTH + COUNTER_WIDTH - 1) / COUNTER_WIDTH;
  reg [63:0] sum_over;

  // X in simulation is not 1; the core, which knows no X, gets it as 0.
  tapestry_value_core #(.WIDTH(WIDTH), .FROM(FROM), .STEP(STEP), .BINS(BINS), .COUNTER_WIDTH(COUNTER_WIDTH),
                        .SUMS(1), .EXTREMES(1), .BLOCK(0)) core
      (.clk_i(clk_i), .rst_i(rst_i === 1'b1), .tap_enable_i(tap_enable_i === 1'b1), .tap_value_i(tap_value_i),
       .count_i(count), .bank_i(1'b0), .clear_i(1'b0), .read_i(1'b0), .read_next_i(1'b0),
       .read_word_i({$clog2(BINS + 5 + 3 * VALUE_WORDS){1'b0}}), .read_data_o(), .read_valid_o());

  function automatic bit collect(input longint unsigned n); /*verilator no_inline_task*/
    int unsigned k;
    `TAPESTRY_COUNT(core.counts, BINS + 4)
    below = `TAPESTRY_ENTRY(core.counts, BINS);
    above = `TAPESTRY_ENTRY(core.counts, BINS + 1);
    reset_cycles = `TAPESTRY_ENTRY(core.counts, BINS + 3);
    samples = below + above;
    for (k = 0; k < `TAPESTRY_BOUND(BINS); k = k + 1) samples = samples + samples_of_bin(k);
    {sum_over, value_sum} = `TAPESTRY_SUM(core.more.sums.value_sum);
    saturated = sum_over != 0;
    if (saturated) value_sum = 64'hffff_ffff_ffff_ffff;
    least = (samples == 0) ? 0 : {{64-WIDTH{1'b0}}, `TAPESTRY_EXTREME(core.more.extremes.least)};
    most = {{64-WIDTH{1'b0}}, `TAPESTRY_EXTREME(core.more.extremes.most)};
    collect = 1'b1;
  endfunction

  function automatic longint unsigned samples_of_bin(input int unsigned k);
    samples_of_bin = `TAPESTRY_ENTRY(core.counts, k);
  endfunction

`endif

  function automatic bit report(input bit at_end);
    int unsigned k;
    ok = collect(edges_at_cut());
    ok = header(edges_at_cut(), reset_cycles, at_end, saturated);
    ok = word("samples", samples);
    ok = word("value_sum", value_sum);
    ok = word("least", least);
    ok = word("most", most);
    ok = word("below", below);
    ok = word("above", above);
    ok = word("unknown", unknown);
    for (k = 0; k < `TAPESTRY_BOUND(BINS); k = k + 1)
      if (samples_of_bin(k) != 0) begin
        ok = word("histogram", {32'd0, k});
        ok = number(samples_of_bin(k));
      end
    report = close_record();
  endfunction

endmodule

/* verilator lint_restore */
`default_nettype wire
