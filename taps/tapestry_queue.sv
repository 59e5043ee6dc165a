// SPDX-License-Identifier: Apache-2.0
//
// tapestry_queue: how full a queue is, and what it refuses.
//
// Purpose      Shell of the queue tap: the fast simulation model, or tapestry_queue_core with
//              TAPESTRY_CORES defined, and the record of either.
// Measures     pushes, pops, refused ones, full_cycles, empty_cycles, the occupancy (histogram, sum,
//              most), underflows; docs/counting.md defines them. An underflow is also one of `pops`.
//              Sum over the histogram = observed_cycles.
// Not measured How long each element stays.
// Parameters   CLOCK: index of the shared clock, or -1 for an edge count of its own.
//              BINS: occupancies with a histogram bin of their own; one more bin holds those above.
// Timing       The model works only when the inputs change. Over a run of equal samples the occupancy
//              is constant, rises by one each edge, or falls by one each edge down to 0.
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

module tapestry_queue #(
    parameter integer CLOCK = 0,
    parameter integer BINS = 16
) (
    input wire clk_i,
    input wire rst_i,
    input wire tap_push_i,
    input wire tap_full_i,
    input wire tap_pop_i,
    input wire tap_empty_i
);
  localparam KIND = "queue";
  tapestry_own_clock #(.USED((CLOCK < 0) ? 1 : 0)) own (.clk_i(clk_i));
  `include "tapestry_tap.svh"

  // The numbers of a record; the histogram comes from cycles_of_bin().
  longint unsigned reset_cycles = 0, pushes = 0, pops = 0, refused_pushes = 0, refused_pops = 0;
  longint unsigned full_cycles = 0, empty_cycles = 0, max_occupancy = 0, occupancy_sum = 0;
  longint unsigned underflows = 0;
  bit              saturated = 1'b0;

`ifndef TAPESTRY_CORES

  // The open run: its sample, and the edge up to which it has been added.
  reg [4:0]        sample = 5'd0;  // {reset, push, full, pop, empty}
  longint unsigned start = 0;
  longint unsigned occupancy = 0;
  // Sizes are powers of two, so that an index of just its bits needs no check of its bounds.
  localparam integer BIN_WIDTH = $clog2(BINS + 1);
  longint unsigned bin [0:(1<<BIN_WIDTH)-1];
  longint unsigned edges_of [0:31];  // added edges of each sample; most numbers are sums of these

  integer i;
  initial begin
    for (i = 0; i < `TAPESTRY_BOUND(1 << BIN_WIDTH); i = i + 1) bin[i] = 0;
    for (i = 0; i < `TAPESTRY_BOUND(32); i = i + 1) edges_of[i] = 0;
  end

  // `length` edges whose occupancy is constant.
  function automatic bit add_level(input longint unsigned length);
    reg [BIN_WIDTH-1:0] level;
    level = (occupancy < {32'd0, BINS}) ? occupancy[BIN_WIDTH-1:0] : BINS[BIN_WIDTH-1:0];
    bin[level] = bin[level] + length;
    if (occupancy > max_occupancy) max_occupancy = occupancy;
    occupancy_sum = occupancy_sum + occupancy * length;
    add_level = 1'b1;
  endfunction

  function automatic bit add_rise(input longint unsigned length);
    longint unsigned k;
    for (k = 0; k < length; k = k + 1) begin
      ok = add_level(1);
      occupancy = occupancy + 1;
    end
    add_rise = 1'b1;
  endfunction

  function automatic bit add_fall(input longint unsigned length);
    longint unsigned k;
    k = length;
    while (k != 0 && occupancy != 0) begin
      ok = add_level(1);
      occupancy = occupancy - 1;
      k = k - 1;
    end
    if (k != 0) ok = add_level(k);
    underflows = underflows + k;
    add_fall = 1'b1;
  endfunction

  // Adds the edges of the open run that come before edge n. What is added here does not depend on
  // where a run begins or ends, so a report may add a part of it.
  function automatic bit add_run(input longint unsigned n); /*verilator no_inline_task*/
    longint unsigned length;
    reg              rst, push, full, pop, empty;
    {rst, push, full, pop, empty} = sample;
    if (n > start) begin
      length = n - start;
      start = n;
      edges_of[sample] = edges_of[sample] + length;
      if (rst) occupancy = 0;
      else
        case ({push && !full, pop && !empty})
          2'b10:   ok = add_rise(length);
          2'b01:   ok = add_fall(length);
          default: ok = add_level(length);
        endcase
    end
    add_run = 1'b1;
  endfunction

  always @(posedge clk_i)
    if (`TAPESTRY_EDGE && {rst_i === 1'b1, tap_push_i === 1'b1, tap_full_i === 1'b1,
                           tap_pop_i === 1'b1, tap_empty_i === 1'b1}
                          != sample) begin
      `TAPESTRY_ENTER
      ok = add_run(edges_now());
      sample = {rst_i === 1'b1, tap_push_i === 1'b1, tap_full_i === 1'b1, tap_pop_i === 1'b1,
                tap_empty_i === 1'b1};
      `TAPESTRY_LEAVE
    end

  function automatic bit collect(input longint unsigned n);
    reg [4:0] k;
    reg       rst, push, full, pop, empty;
    ok = add_run(n);
    reset_cycles = 0;
    full_cycles = 0;
    empty_cycles = 0;
    refused_pushes = 0;
    refused_pops = 0;
    pushes = 0;
    pops = 0;
    for (i = 0; i < `TAPESTRY_BOUND(32); i = i + 1) begin
      k = i[4:0];
      {rst, push, full, pop, empty} = k;
      if (rst) reset_cycles = reset_cycles + edges_of[k];
      else begin
        if (full) full_cycles = full_cycles + edges_of[k];
        if (empty) empty_cycles = empty_cycles + edges_of[k];
        if (push && full) refused_pushes = refused_pushes + edges_of[k];
        if (pop && empty) refused_pops = refused_pops + edges_of[k];
        if (push && !full) pushes = pushes + edges_of[k];
        if (pop && !empty) pops = pops + edges_of[k];
      end
    end
    collect = 1'b1;
  endfunction

  function automatic longint unsigned cycles_of_bin(input int unsigned k);
    cycles_of_bin = bin[k[BIN_WIDTH-1:0]];
  endfunction

`else

  `include "tapestry_core.svh"
  localparam integer DEPTH_WIDTH = 32;
  localparam integer WORDS = 35 + (1 << $clog2(BINS + 2));

  // X in simulation is not 1; the core, which knows no X, gets it as 0.
  tapestry_queue_core #(.BINS(BINS), .COUNTER_WIDTH(COUNTER_WIDTH), .DEPTH_WIDTH(DEPTH_WIDTH), .FLOW(1), .SUMS(1),
                        .BLOCK(0)) core
      (.clk_i(clk_i), .rst_i(rst_i === 1'b1), .tap_push_i(tap_push_i === 1'b1), .tap_full_i(tap_full_i === 1'b1),
       .tap_pop_i(tap_pop_i === 1'b1), .tap_empty_i(tap_empty_i === 1'b1), .enable_i(count),
       .count_i(count), .bank_i(1'b0), .clear_i(1'b0), .read_i(1'b0), .read_next_i(1'b0),
       .read_word_i({$clog2(WORDS){1'b0}}), .read_data_o(), .read_valid_o());

  function automatic bit collect(input longint unsigned n); /*verilator no_inline_task*/
    int unsigned     k;
    longint unsigned cycles;
    `TAPESTRY_COUNT(core.flow.classes, 32)
    reset_cycles = `TAPESTRY_ENTRY(core.flow.classes, 16);
    pushes = 0;
    pops = 0;
    refused_pushes = 0;
    refused_pops = 0;
    full_cycles = 0;
    empty_cycles = 0;
    underflows = 0;
    for (k = 0; k < `TAPESTRY_BOUND(32); k = k + 1) begin
      cycles = `TAPESTRY_ENTRY(core.flow.classes, k);
      if (k[3:2] == 2'b10) pushes = pushes + cycles;
      if (k[1:0] == 2'b10) pops = pops + cycles;
      if (k[3:2] == 2'b11) refused_pushes = refused_pushes + cycles;
      if (k[1:0] == 2'b11) refused_pops = refused_pops + cycles;
      if (k[2]) full_cycles = full_cycles + cycles;
      if (k[0]) empty_cycles = empty_cycles + cycles;
      if (k > 16) underflows = underflows + cycles;
    end
    max_occupancy = {{64-DEPTH_WIDTH{1'b0}}, `TAPESTRY_EXTREME(core.sums.most)};
    occupancy_sum = `TAPESTRY_SUM(core.sums.occupancy_sum);
    saturated = 1'b0;
    collect = 1'b1;
  endfunction

  function automatic longint unsigned cycles_of_bin(input int unsigned k);
    cycles_of_bin = `TAPESTRY_ENTRY(core.counts, k);
  endfunction

`endif

  function automatic bit report(input bit at_end);
    int unsigned k;
    ok = collect(edges_at_cut());
    ok = header(edges_at_cut(), reset_cycles, at_end, saturated);
    ok = word("pushes", pushes);
    ok = word("pops", pops);
    ok = word("refused_pushes", refused_pushes);
    ok = word("refused_pops", refused_pops);
    ok = word("full_cycles", full_cycles);
    ok = word("empty_cycles", empty_cycles);
    ok = word("max_occupancy", max_occupancy);
    ok = word("occupancy_sum", occupancy_sum);
    ok = word("underflows", underflows);
    for (k = 0; k < `TAPESTRY_BOUND(BINS + 1); k = k + 1)
      if (cycles_of_bin(k) != 0) begin
        ok = word("histogram", {32'd0, k});
        ok = number(cycles_of_bin(k));
      end
    report = close_record();
  endfunction

endmodule

/* verilator lint_restore */
`default_nettype wire
