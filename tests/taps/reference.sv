// SPDX-License-Identifier: Apache-2.0
//
// Reference counters: docs/counting.md written down edge by edge, with no thought of speed. Each
// writes the records that the tap of its kind should write.

module reference_event #(
    parameter PATH = ""
) (
    input wire clk_i,
    input wire rst_i,
    input wire print_i,
    input wire event_i
);
  localparam KIND = "event";
  longint unsigned cycles_true = 0, rising_edges = 0, longest_run = 0, run = 0;
  `include "reference_common.svh"

  task forget;
    run = 0;
  endtask

  task count;
    if (event_i) begin
      cycles_true = cycles_true + 1;
      if (run == 0) rising_edges = rising_edges + 1;
      run = run + 1;
      if (run > longest_run) longest_run = run;
    end
    else run = 0;
  endtask

  task rows;
    word("cycles_true", cycles_true);
    word("rising_edges", rising_edges);
    word("longest_run", longest_run);
  endtask
endmodule

module reference_fsm #(
    parameter PATH = "",
    parameter integer STATES = 2
) (
    input wire       clk_i,
    input wire       rst_i,
    input wire       print_i,
    input wire [7:0] state_i  // the number of the state, STATES for other
);
  localparam KIND = "fsm";
  longint unsigned cycles [0:STATES];
  longint unsigned entries [0:STATES];
  longint unsigned min_dwell [0:STATES];
  longint unsigned max_dwell [0:STATES];
  longint unsigned moves [0:(STATES+1)*(STATES+1)-1];
  longint unsigned dwell = 0;
  integer          last = -1;
  integer          i, k;
  `include "reference_common.svh"

  initial begin
    for (i = 0; i <= STATES; i = i + 1) begin
      cycles[i] = 0;
      entries[i] = 0;
      min_dwell[i] = 0;
      max_dwell[i] = 0;
    end
    for (i = 0; i < (STATES + 1) * (STATES + 1); i = i + 1) moves[i] = 0;
  end

  task forget;
    last = -1;
  endtask

  task count;
    if (last != state_i) begin
      if (last != -1) begin
        moves[last*(STATES+1)+state_i] = moves[last*(STATES+1)+state_i] + 1;
        if (min_dwell[last] == 0 || dwell < min_dwell[last]) min_dwell[last] = dwell;
      end
      entries[state_i] = entries[state_i] + 1;
      dwell = 0;
    end
    last = state_i;
    dwell = dwell + 1;
    cycles[state_i] = cycles[state_i] + 1;
    if (dwell > max_dwell[state_i]) max_dwell[state_i] = dwell;
  endtask

  task rows;
    for (i = 0; i <= STATES; i = i + 1)
      if (cycles[i] != 0) begin
        word("state", i);
        number(cycles[i]);
        number(entries[i]);
        number(min_dwell[i]);
        number(max_dwell[i]);
      end
    for (i = 0; i <= STATES; i = i + 1)
      for (k = 0; k <= STATES; k = k + 1)
        if (moves[i*(STATES+1)+k] != 0) begin
          word("transition", i);
          number(k);
          number(moves[i*(STATES+1)+k]);
        end
  endtask
endmodule

module reference_stream #(
    parameter PATH = "",
    parameter integer KEEP_WIDTH = 1,
    parameter integer HAS_LAST = 0,
    parameter integer HAS_KEEP = 0,
    parameter integer BYTES_PER_BEAT = 0,
    parameter integer BYTES_PER_KEEP = 1
) (
    input wire                  clk_i,
    input wire                  rst_i,
    input wire                  print_i,
    input wire                  valid_i,
    input wire                  ready_i,
    input wire                  last_i,
    input wire [KEEP_WIDTH-1:0] keep_i
);
  localparam KIND = "stream";
  longint unsigned transfer_cycles = 0, blocked_cycles = 0, starved_cycles = 0, idle_cycles = 0;
  longint unsigned packets = 0, bytes = 0, longest_block = 0, block = 0;
  longint unsigned burst = 0, bursts = 0, longest_burst = 0;
  longint unsigned histogram [0:63];
  integer          i, bin;
  `include "reference_common.svh"

  initial for (i = 0; i < 64; i = i + 1) histogram[i] = 0;

  task forget;
    block = 0;
    burst = 0;
  endtask

  // A burst that grows by one leaves its bin when its length becomes a power of two.
  task beat;
    transfer_cycles = transfer_cycles + 1;
    if (HAS_LAST != 0 && last_i) packets = packets + 1;
    if (HAS_KEEP == 0) bytes = bytes + BYTES_PER_BEAT;
    else for (i = 0; i < KEEP_WIDTH; i = i + 1) if (keep_i[i]) bytes = bytes + BYTES_PER_KEEP;
    burst = burst + 1;
    if (burst == 1) begin
      bursts = bursts + 1;
      bin = 0;
      histogram[0] = histogram[0] + 1;
    end
    else if (burst == (64'd2 << bin)) begin
      histogram[bin] = histogram[bin] - 1;
      bin = bin + 1;
      histogram[bin] = histogram[bin] + 1;
    end
    if (burst > longest_burst) longest_burst = burst;
  endtask

  task count;
    if (!(valid_i && ready_i)) burst = 0;
    if (!(valid_i && !ready_i)) block = 0;
    if (valid_i && ready_i) beat;
    else if (valid_i) begin
      blocked_cycles = blocked_cycles + 1;
      block = block + 1;
      if (block > longest_block) longest_block = block;
    end
    else if (ready_i) starved_cycles = starved_cycles + 1;
    else idle_cycles = idle_cycles + 1;
  endtask

  task rows;
    word("transfer_cycles", transfer_cycles);
    word("blocked_cycles", blocked_cycles);
    word("starved_cycles", starved_cycles);
    word("idle_cycles", idle_cycles);
    word("packets", packets);
    word("bytes", bytes);
    word("longest_block", longest_block);
    word("bursts", bursts);
    word("longest_burst", longest_burst);
    for (i = 0; i < 64; i = i + 1)
      if (histogram[i] != 0) begin
        word("burst_histogram", i);
        number(histogram[i]);
      end
  endtask
endmodule

module reference_queue #(
    parameter PATH = "",
    parameter integer BINS = 8
) (
    input wire clk_i,
    input wire rst_i,
    input wire print_i,
    input wire push_i,
    input wire full_i,
    input wire pop_i,
    input wire empty_i
);
  localparam KIND = "queue";
  longint unsigned pushes = 0, pops = 0, refused_pushes = 0, refused_pops = 0;
  longint unsigned full_cycles = 0, empty_cycles = 0, max_occupancy = 0, occupancy_sum = 0;
  longint unsigned underflows = 0, occupancy = 0;
  longint unsigned histogram [0:BINS];
  integer          i;
  `include "reference_common.svh"

  initial for (i = 0; i <= BINS; i = i + 1) histogram[i] = 0;

  task forget;
    occupancy = 0;
  endtask

  task count;
    i = (occupancy < BINS) ? occupancy : BINS;
    histogram[i] = histogram[i] + 1;
    occupancy_sum = occupancy_sum + occupancy;
    if (occupancy > max_occupancy) max_occupancy = occupancy;
    if (full_i) full_cycles = full_cycles + 1;
    if (empty_i) empty_cycles = empty_cycles + 1;
    if (push_i && full_i) refused_pushes = refused_pushes + 1;
    if (pop_i && empty_i) refused_pops = refused_pops + 1;
    if (push_i && !full_i) begin
      pushes = pushes + 1;
      occupancy = occupancy + 1;
    end
    if (pop_i && !empty_i) begin
      pops = pops + 1;
      if (occupancy == 0) underflows = underflows + 1;
      else occupancy = occupancy - 1;
    end
  endtask

  task rows;
    word("pushes", pushes);
    word("pops", pops);
    word("refused_pushes", refused_pushes);
    word("refused_pops", refused_pops);
    word("full_cycles", full_cycles);
    word("empty_cycles", empty_cycles);
    word("max_occupancy", max_occupancy);
    word("occupancy_sum", occupancy_sum);
    word("underflows", underflows);
    for (i = 0; i <= BINS; i = i + 1)
      if (histogram[i] != 0) begin
        word("histogram", i);
        number(histogram[i]);
      end
  endtask
endmodule

module reference_call #(
    parameter PATH = ""
) (
    input wire clk_i,
    input wire rst_i,
    input wire print_i,
    input wire start_i,
    input wire ready_i,
    input wire done_i
);
  localparam KIND = "call";
  longint unsigned invocations = 0, completions = 0, busy_cycles = 0;
  longint unsigned min_latency = 0, max_latency = 0, latency_sum = 0;
  longint unsigned min_interval = 0, max_interval = 0, interval_sum = 0;
  longint unsigned orphans = 0, overflows = 0;
  longint unsigned histogram [0:63];
  longint unsigned begun [0:63];   // [0] is the oldest
  longint unsigned last_begun = 0, latency, interval;
  integer          under_way = 0, i;
  bit              offering = 0, any_begun = 0;
  `include "reference_common.svh"

  initial for (i = 0; i < 64; i = i + 1) histogram[i] = 0;

  task forget;
    under_way = 0;
    offering = 0;
    any_begun = 0;
  endtask

  task invoke;
    invocations = invocations + 1;
    interval = edges - last_begun;
    if (any_begun) begin
      interval_sum = interval_sum + interval;
      if (interval > max_interval) max_interval = interval;
      if (min_interval == 0 || interval < min_interval) min_interval = interval;
    end
    any_begun = 1;
    last_begun = edges;
    if (under_way == 64) overflows = overflows + 1;
    else begin
      begun[under_way] = edges;
      under_way = under_way + 1;
    end
  endtask

  task complete;
    completions = completions + 1;
    latency = edges - begun[0] + 1;
    for (i = 0; i < 63; i = i + 1) begun[i] = begun[i+1];
    under_way = under_way - 1;
    latency_sum = latency_sum + latency;
    if (latency > max_latency) max_latency = latency;
    if (min_latency == 0 || latency < min_latency) min_latency = latency;
    for (i = 0; i < 63; i = i + 1)
      if (latency >= (64'd1 << i) && latency < (64'd2 << i)) histogram[i] = histogram[i] + 1;
  endtask

  task count;
    if (start_i && !offering) begin
      invoke;
      offering = 1;
    end
    if (ready_i) offering = 0;
    if (under_way != 0) busy_cycles = busy_cycles + 1;
    if (done_i) begin
      if (under_way == 0) orphans = orphans + 1;
      else complete;
    end
  endtask

  task rows;
    word("invocations", invocations);
    word("completions", completions);
    word("busy_cycles", busy_cycles);
    word("min_latency", min_latency);
    word("max_latency", max_latency);
    word("latency_sum", latency_sum);
    word("min_interval", min_interval);
    word("max_interval", max_interval);
    word("interval_sum", interval_sum);
    word("orphans", orphans);
    word("overflows", overflows);
    for (i = 0; i < 64; i = i + 1)
      if (histogram[i] != 0) begin
        word("latency_histogram", i);
        number(histogram[i]);
      end
  endtask
endmodule

module reference_value #(
    parameter PATH = "",
    parameter integer WIDTH = 8,
    parameter [63:0] FROM = 64'd0,
    parameter [63:0] STEP = 64'd1,
    parameter integer BINS = 8
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire             print_i,
    input wire             enable_i,
    input wire [WIDTH-1:0] value_i
);
  localparam KIND = "value";
  longint unsigned samples = 0, value_sum = 0, least = 0, most = 0, below = 0, above = 0;
  longint unsigned histogram [0:BINS-1];
  longint unsigned value;
  integer          i;
  bit              found;
  `include "reference_common.svh"

  initial for (i = 0; i < BINS; i = i + 1) histogram[i] = 0;

  task forget;
  endtask

  task count;
    if (enable_i) begin
      value = value_i;
      if (samples == 0 || value < least) least = value;
      if (value > most) most = value;
      samples = samples + 1;
      value_sum = value_sum + value;
      if (value < FROM) below = below + 1;
      else begin
        found = 0;
        for (i = 0; i < BINS; i = i + 1)
          if (value >= FROM + i * STEP && value < FROM + (i + 1) * STEP) begin
            histogram[i] = histogram[i] + 1;
            found = 1;
          end
        if (!found) above = above + 1;
      end
    end
  endtask

  task rows;
    word("samples", samples);
    word("value_sum", value_sum);
    word("least", least);
    word("most", most);
    word("below", below);
    word("above", above);
    word("unknown", 0);
    for (i = 0; i < BINS; i = i + 1)
      if (histogram[i] != 0) begin
        word("histogram", i);
        number(histogram[i]);
      end
  endtask
endmodule

module reference_sum #(
    parameter PATH = "",
    parameter integer WIDTH = 8
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire             print_i,
    input wire             enable_i,
    input wire [WIDTH-1:0] value_i
);
  localparam KIND = "sum";
  longint unsigned samples = 0, total = 0;
  `include "reference_common.svh"

  task forget;
  endtask

  task count;
    if (enable_i) begin
      samples = samples + 1;
      total = total + value_i;
    end
  endtask

  task rows;
    word("samples", samples);
    word("total", total);
    word("unknown", 0);
  endtask
endmodule

module reference_assert #(
    parameter PATH = ""
) (
    input wire clk_i,
    input wire rst_i,
    input wire print_i,
    input wire holds_i
);
  localparam KIND = "assert";
  longint unsigned violations = 0, first_violation = 0;
  `include "reference_common.svh"

  task forget;
  endtask

  task count;
    if (!holds_i) begin
      if (violations == 0) first_violation = edges - 1;
      violations = violations + 1;
    end
  endtask

  task rows;
    word("violations", violations);
    word("first_violation", first_violation);
  endtask
endmodule

// Keeps everything that ever happened; what a window holds follows from the edge of its trigger.
module reference_trace #(
    parameter PATH = "",
    parameter integer WIDTH = 8,
    parameter integer TRIGGER = 3,
    parameter integer LASTED = 1,
    parameter integer BEFORE = 0,
    parameter integer AFTER = 8,
    parameter integer DEPTH = 8
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire             print_i,
    input wire             when_i,
    input wire [WIDTH-1:0] value_i
);
  localparam KIND = "trace";
  localparam integer MOST = 8192;
  longint unsigned change_edge [0:MOST-1], change_value [0:MOST-1];  // since the last window
  longint unsigned kept_edge [0:MOST-1], kept_value [0:MOST-1];
  longint unsigned kept = 0, printed = 0, lost = 0, changes_seen = 0, when_run = 0, to_come = 0, k;
  longint unsigned last_value = 0;
  bit              after_reset = 1, changed, fired;
  `include "reference_common.svh"

  task forget;
    after_reset = 1;
    when_run = 0;
  endtask

  task take(input longint unsigned at, input longint unsigned value);
    kept_edge[kept] = at;
    kept_value[kept] = value;
    kept = kept + 1;
  endtask

  task count;
    changed = after_reset || value_i != last_value;
    last_value = value_i;
    after_reset = 0;
    when_run = when_i ? when_run + 1 : 0;
    case (TRIGGER)
      0: fired = when_i;
      1: fired = when_run == 1;
      2: fired = when_run == LASTED;
      default: fired = changed;
    endcase
    if (to_come > 0) begin
      if (changed) begin
        take(edges - 1, value_i);
        to_come = to_come - 1;
      end
    end
    else if (kept + BEFORE + AFTER > DEPTH) lost = lost + (changed || fired);
    else if (fired) begin
      for (k = (changes_seen > BEFORE) ? changes_seen - BEFORE : 0; k < changes_seen; k = k + 1)
        take(change_edge[k], change_value[k]);
      take(edges - 1, value_i);
      changes_seen = 0;
      to_come = AFTER - 1;
    end
    else if (changed) begin
      change_edge[changes_seen] = edges - 1;
      change_value[changes_seen] = value_i;
      changes_seen = changes_seen + 1;
    end
  endtask

  task rows;
    word("records", kept);
    word("lost", lost);
    for (k = printed; k < kept; k = k + 1) begin
      word("record", k);
      number(kept_edge[k]);
      number(kept_value[k]);
    end
    printed = kept;
  endtask
endmodule
