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
//              IN_LOG: 1 where a tapestry_log stores the samples under Verilator (tapestry_log.svh); 0: the tap does.
//              FROM, TO, TO_LAST: names of two streams beside the tap, of one log. What begins are then the transfers of FROM,
//              what ends are those of TO, with TO_LAST the last ones of packets; the ports have to say the same.
//              BINS: occupancies with a histogram bin of their own; one more bin holds those above.
// Timing       Under Verilator samples are stored, and tapestry_queue_numbers.h counts.
//              Elsewhere the model works only when the inputs change. Over a run of equal samples the occupancy
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
    parameter integer IN_LOG = 0,
    parameter FROM = "",
    parameter TO = "",
    parameter integer TO_LAST = 0,
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
  wire [7:0] logged;  // what is stored of an edge, under Verilator

`ifdef TAPESTRY_LOG

  `include "tapestry_log.svh"

  initial `TAPESTRY_SIM(log_queue)(handle, FROM, TO, TO_LAST, BINS);

  assign logged = {rst_i, 3'd0, tap_empty_i, tap_pop_i, tap_full_i, tap_push_i};

  `TAPESTRY_REPORT(0, 0)

`else

  // The numbers of a record; the histogram comes from cycles_of_bin().
  longint unsigned reset_cycles = 0, pushes = 0, pops = 0, refused_pushes = 0, refused_pops = 0;
  longint unsigned full_cycles = 0, empty_cycles = 0, max_occupancy = 0, occupancy_sum = 0;
  longint unsigned underflows = 0;
  bit              saturated = 1'b0;

`ifndef TAPESTRY_CORES

  // The open run: its sample, and the edge up to which it has been added.
  reg [4:0]        fresh, sample = 5'd0;  // {reset, push, full, pop, empty}
  longint unsigned start = 0;
  longint unsigned occupancy = 0;
  // Sizes are powers of two, so that an index of just its bits needs no check of its bounds.
  localparam integer BIN_WIDTH = $clog2(BINS + 1);
  longint unsigned bin [0:(1<<BIN_WIDTH)-1];
  longint unsigned edges_of [0:31];  // added edges of each sample; most numbers are sums of these
  // Of occupancies that share the last bin; for the others collect() has both from their bins.
  longint unsigned shared_sum = 0, shared_max = 0;

  int unsigned i;
  initial begin
    for (i = 0; i < `TAPESTRY_BOUND(1 << BIN_WIDTH); i = i + 1) bin[i[BIN_WIDTH-1:0]] = 0;
    for (i = 0; i < `TAPESTRY_BOUND(32); i = i + 1) edges_of[i[4:0]] = 0;
  end

  // `length` edges whose occupancy is constant.
  function automatic bit add_level(input longint unsigned length);
    if (occupancy < {32'd0, BINS}) bin[occupancy[BIN_WIDTH-1:0]] = bin[occupancy[BIN_WIDTH-1:0]] + length;
    else begin
      bin[BINS[BIN_WIDTH-1:0]] = bin[BINS[BIN_WIDTH-1:0]] + length;
      shared_sum = shared_sum + occupancy * length;
      if (occupancy > shared_max) shared_max = occupancy;
    end
    add_level = 1'b1;
  endfunction

  // The samples, of {reset, push, full, pop, empty}, at which the occupancy rises and falls.
  localparam [31:0] RISES = 32'h0000_0b00;  // 0100? and 01011: only the push is taken
  localparam [31:0] FALLS = 32'h0000_4044;  // 00?10 and 01110: only the pop is

  // The open run ends just before edge n, and `next` is the sample of the run that follows. What is
  // added does not depend on where a run begins or ends, so a report may cut one in two.
  function automatic bit change(input longint unsigned n, input [4:0] next); /*verilator no_inline_task*/
    longint unsigned length;
    reg [4:0]        ended;
    ended = sample;
    sample = next;
    if (n > start) begin
      length = n - start;
      start = n;
      edges_of[ended] = edges_of[ended] + length;
      if (RISES[ended])
        while (length != 0) begin
          ok = add_level(1);
          occupancy = occupancy + 1;
          length = length - 1;
        end
      else if (ended[4]) occupancy = 0;
      else begin
        if (FALLS[ended]) begin
          while (length != 0 && occupancy != 0) begin
            ok = add_level(1);
            occupancy = occupancy - 1;
            length = length - 1;
          end
          underflows = underflows + length;
        end
        if (length != 0) ok = add_level(length);
      end
    end
    change = 1'b1;
  endfunction

  always @(posedge clk_i) begin
    fresh = {rst_i === 1'b1, tap_push_i === 1'b1, tap_full_i === 1'b1, tap_pop_i === 1'b1, tap_empty_i === 1'b1};
    if (`TAPESTRY_EDGE && fresh != sample) begin
      `TAPESTRY_ENTER
      ok = change(edges_now(), fresh);
      `TAPESTRY_LEAVE
    end
  end

  function automatic bit collect(input longint unsigned n);
    reg [4:0] k;
    reg       rst, push, full, pop, empty;
    ok = change(n, sample);
    reset_cycles = 0;
    full_cycles = 0;
    empty_cycles = 0;
    refused_pushes = 0;
    refused_pops = 0;
    pushes = 0;
    pops = 0;
    for (i = 0; i < `TAPESTRY_BOUND(32); i = i + 1) if (edges_of[i[4:0]] != 0) begin
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
    occupancy_sum = shared_sum;
    max_occupancy = shared_max;
    for (i = 0; i < `TAPESTRY_BOUND(BINS); i = i + 1) if (bin[i[BIN_WIDTH-1:0]] != 0) begin
      occupancy_sum = occupancy_sum + {32'd0, i} * bin[i[BIN_WIDTH-1:0]];
      if (shared_max == 0) max_occupancy = {32'd0, i};
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

`endif

endmodule

/* verilator lint_restore */
`default_nettype wire
