// SPDX-License-Identifier: Apache-2.0
//
// tapestry_call: invocations of a block with a start and a done, and how long they take.
//
// Purpose      Shell of the call tap: the fast simulation model, or tapestry_call_core with
//              TAPESTRY_CORES defined, and the record of either.
// Measures     invocations, completions, busy_cycles, latency (least, most, sum, histogram), interval
//              (least, most, sum), orphans, overflows; docs/counting.md defines them.
// Not measured Invocations beyond 64 under way at once, which are counted in overflows.
// Parameters   CLOCK: index of the shared clock, or -1 for an edge count of its own.
//              IN_LOG: 1 where a tapestry_log stores the samples under Verilator (tapestry_log.svh); 0: the tap does.
//              FROM, TO, TO_LAST: names of two streams beside the tap, of one log. What begins are then the transfers of FROM,
//              what ends are those of TO, with TO_LAST the last ones of packets; the ports have to say the same.
// Timing       Under Verilator samples are stored, and tapestry_call_numbers.h counts.
//              Elsewhere the model works only when the inputs change; a run of edges that begins and completes
//              nothing is added at once.
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

module tapestry_call #(
    parameter integer CLOCK = 0,
    parameter integer IN_LOG = 0,
    parameter FROM = "",
    parameter TO = "",
    parameter integer TO_LAST = 0
) (
    input wire clk_i,
    input wire rst_i,
    input wire tap_start_i,
    input wire tap_ready_i,
    input wire tap_done_i
);
  localparam KIND = "call";
  tapestry_own_clock #(.USED((CLOCK < 0) ? 1 : 0)) own (.clk_i(clk_i));
  `include "tapestry_tap.svh"
  wire [7:0] logged;  // what is stored of an edge, under Verilator

`ifdef TAPESTRY_LOG

  `include "tapestry_log.svh"

  initial `TAPESTRY_SIM(log_call)(handle, FROM, TO, TO_LAST);

  assign logged = {rst_i, 4'd0, tap_done_i, tap_ready_i, tap_start_i};

  `TAPESTRY_REPORT(0, 0)

`else

  // The numbers of a record; the histogram comes from completions_of_bin().
  longint unsigned reset_cycles = 0, invocations = 0, completions = 0, busy_cycles = 0;
  longint unsigned min_latency = 0, max_latency = 0, latency_sum = 0;
  longint unsigned min_interval = 0, max_interval = 0, interval_sum = 0;
  longint unsigned orphans = 0, overflows = 0;
  bit              saturated = 1'b0;

`ifndef TAPESTRY_CORES

  // The open run: its sample, and the edge up to which it has been added.
  reg [3:0]        fresh, sample = 4'd0;  // {reset, start, ready, done}
  longint unsigned run_start = 0;

  // Invocations under way, oldest at `oldest`: the edge at which each began.
  longint unsigned begun [0:63];
  reg [5:0]        oldest = 6'd0;
  int unsigned     under_way = 0;
  reg              offering = 1'b0;      // begun, and not yet taken by ready
  reg              any_begun = 1'b0;     // since the last reset
  longint unsigned last_begun = 0;
  longint unsigned bin [0:63];

  int unsigned i;
  initial for (i = 0; i < `TAPESTRY_BOUND(64); i = i + 1) begin
    bin[i[5:0]] = 0;
    begun[i[5:0]] = 0;
  end

  function automatic int unsigned log2(input longint unsigned value);
    longint unsigned rest;
    log2 = 0;
    rest = value >> 1;
    while (rest != 0) begin
      log2 = log2 + 1;
      rest = rest >> 1;
    end
  endfunction

  function automatic bit add_begin(input longint unsigned now);
    reg [5:0] youngest;
    invocations = invocations + 1;
    if (any_begun) begin
      interval_sum = interval_sum + (now - last_begun);
      if (now - last_begun > max_interval) max_interval = now - last_begun;
      if (min_interval == 0 || now - last_begun < min_interval) min_interval = now - last_begun;
    end
    any_begun = 1'b1;
    last_begun = now;
    if (under_way == 64) overflows = overflows + 1;
    else begin
      youngest = oldest + under_way[5:0];
      begun[youngest] = now;
      under_way = under_way + 1;
    end
    add_begin = 1'b1;
  endfunction

  function automatic bit add_completion(input longint unsigned now);
    longint unsigned latency;
    int unsigned     k;
    latency = now - begun[oldest] + 1;
    oldest = oldest + 6'd1;
    under_way = under_way - 1;
    completions = completions + 1;
    latency_sum = latency_sum + latency;
    if (latency > max_latency) max_latency = latency;
    if (min_latency == 0 || latency < min_latency) min_latency = latency;
    k = log2(latency);
    bin[k[5:0]] = bin[k[5:0]] + 1;
    add_completion = 1'b1;
  endfunction

  // One observed edge.
  function automatic bit add_edge(input longint unsigned now);
    reg start, ready, done;
    {start, ready, done} = sample[2:0];
    if (start && !offering) begin
      ok = add_begin(now);
      offering = 1'b1;
    end
    if (ready) offering = 1'b0;
    if (under_way != 0) busy_cycles = busy_cycles + 1;
    if (done) begin
      if (under_way != 0) ok = add_completion(now);
      else orphans = orphans + 1;
    end
    add_edge = 1'b1;
  endfunction

  // Adds the edges of the open run that come before edge n. Edges that begin nothing and complete nothing are added
  // at once: they are busy, or orphaned.
  function automatic bit add_run(input longint unsigned n); /*verilator no_inline_task*/
    longint unsigned now;
    reg              rst, start, ready, done;
    {rst, start, ready, done} = sample;
    now = run_start;
    if (n > now) begin
      if (rst) begin
        reset_cycles = reset_cycles + (n - now);
        offering = 1'b0;
        any_begun = 1'b0;
        under_way = 0;
      end
      else begin
        while (now < n && ((start && (ready || !offering)) || (done && under_way != 0))) begin
          ok = add_edge(now);
          now = now + 1;
        end
        if (ready) offering = 0;
        if (under_way != 0) busy_cycles = busy_cycles + (n - now);
        if (done) orphans = orphans + (n - now);
      end
      run_start = n;
    end
    add_run = 1'b1;
  endfunction

  always @(posedge clk_i) begin
    fresh = {rst_i === 1'b1, tap_start_i === 1'b1, tap_ready_i === 1'b1, tap_done_i === 1'b1};
    if (`TAPESTRY_EDGE && fresh != sample) begin
      `TAPESTRY_ENTER
      ok = change(edges_now(), fresh);
      `TAPESTRY_LEAVE
    end
  end

  // The open run ends just before edge n, where one of `next` begins.
  function automatic bit change(input longint unsigned n, input [3:0] next); /*verilator no_inline_task*/
    ok = add_run(n);
    sample = next;
    change = 1'b1;
  endfunction

  function automatic bit collect(input longint unsigned n);
    collect = add_run(n);
  endfunction

  function automatic longint unsigned completions_of_bin(input int unsigned k);
    completions_of_bin = bin[k[5:0]];
  endfunction

`else

  `include "tapestry_core.svh"

  // X in simulation is not 1; the core, which knows no X, gets it as 0.
  tapestry_call_core #(.COUNTER_WIDTH(COUNTER_WIDTH), .LATENCY_BINS(64), .EXTREMES(1), .UNDER_WAY_LOG2(6),
                       .BLOCK(0)) core
      (.clk_i(clk_i), .rst_i(rst_i === 1'b1), .tap_start_i(tap_start_i === 1'b1), .tap_ready_i(tap_ready_i === 1'b1),
       .tap_done_i(tap_done_i === 1'b1), .enable_i(count),
       .count_i(count), .bank_i(1'b0), .clear_i(1'b0), .read_i(1'b0), .read_next_i(1'b0),
       .read_word_i(7'd0), .read_data_o(), .read_valid_o());

  function automatic bit collect(input longint unsigned n); /*verilator no_inline_task*/
    int unsigned     k;
    longint unsigned cycles;
    `TAPESTRY_COUNT(core.counts, 16)
    reset_cycles = `TAPESTRY_ENTRY(core.counts, 4);
    invocations = 0;
    completions = 0;
    busy_cycles = 0;
    orphans = 0;
    overflows = 0;
    for (k = 0; k < `TAPESTRY_BOUND(16); k = k + 1) begin
      cycles = `TAPESTRY_ENTRY(core.counts, k);
      if (k[3]) invocations = invocations + cycles;
      if (k[3] && k[2]) overflows = overflows + cycles;
      if (k[1]) busy_cycles = busy_cycles + cycles;
      if (k[1:0] == 2'b11) completions = completions + cycles;
      if (k[1:0] == 2'b01) orphans = orphans + cycles;
    end
    latency_sum = `TAPESTRY_SUM(core.latency_sum);
    interval_sum = `TAPESTRY_SUM(core.interval_sum);
    min_latency = long(`TAPESTRY_EXTREME(core.extremes.min_latency));
    max_latency = long(`TAPESTRY_EXTREME(core.extremes.max_latency));
    min_interval = long(`TAPESTRY_EXTREME(core.extremes.min_interval));
    max_interval = long(`TAPESTRY_EXTREME(core.extremes.max_interval));
    collect = 1'b1;
  endfunction

  function automatic longint unsigned completions_of_bin(input int unsigned k);
    completions_of_bin = long(core.latencies.distributed.memory[k])
        + ((waiting && core.latencies.count_i && core.latencies.index_i == k) ? 1 : 0);
  endfunction

`endif

  function automatic bit report(input bit at_end);
    int unsigned k;
    ok = collect(edges_at_cut());
    ok = header(edges_at_cut(), reset_cycles, at_end, saturated);
    ok = word("invocations", invocations);
    ok = word("completions", completions);
    ok = word("busy_cycles", busy_cycles);
    ok = word("min_latency", min_latency);
    ok = word("max_latency", max_latency);
    ok = word("latency_sum", latency_sum);
    ok = word("min_interval", min_interval);
    ok = word("max_interval", max_interval);
    ok = word("interval_sum", interval_sum);
    ok = word("orphans", orphans);
    ok = word("overflows", overflows);
    for (k = 0; k < `TAPESTRY_BOUND(64); k = k + 1)
      if (completions_of_bin(k) != 0) begin
        ok = word("latency_histogram", {32'd0, k});
        ok = number(completions_of_bin(k));
      end
    report = close_record();
  endfunction

`endif

endmodule

/* verilator lint_restore */
`default_nettype wire
