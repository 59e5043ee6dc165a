// SPDX-License-Identifier: Apache-2.0
//
// tapestry_call_core: invocations of a block with a start and a done, in hardware.
//
// Purpose      The synthesizable body of the call tap.
// Measures     An invocation begins at an observed edge with start = 1 while none is being offered;
//              the offer ends at the edge with ready = 1; the oldest one under way completes at the
//              edge with done = 1. Latency = completing edge - beginning edge + 1.
//              Sum over the latency histogram = completions <= invocations.
// Not measured Invocations beyond 64 under way at once: begun, counted in overflows, not followed.
// Parameters   COUNTER_WIDTH: bits of each number, at most 63.
// Timing       Observed at one edge with enable_i = 1, counted at the next. clear_i at an edge sets
//              all numbers to 0, forgets what is under way, and drops the sample that waits; that
//              edge's own sample stays. read_data_o follows read_address_i by one edge.
//              Addresses: 0 edges, 1 reset_cycles, 2 invocations, 3 completions, 4 busy_cycles, 5 min_latency,
//              6 max_latency, 7 latency_sum, 8 min_interval, 9 max_interval, 10 interval_sum,
//              11 orphans, 12 overflows, 64 + k: latency_histogram bin k.
// Overflow     No number but latency_sum exceeds edges. When edges reaches its largest value
//              everything stops there; latency_sum stops at its own. Either sets saturated_o until
//              clear_i.
// Cost         In the table of taps/README.md, measured by taps/price.
// Proved       By taps/prove: the sum of the histogram, completions within invocations, busy_cycles
//              and orphans within edges, and that nothing moves after saturation.

`default_nettype none

module tapestry_call_core #(
    parameter integer COUNTER_WIDTH = 48
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     tap_start_i,
    input  wire                     tap_ready_i,
    input  wire                     tap_done_i,
    input  wire                     enable_i,
    input  wire                     clear_i,
    input  wire [6:0]               read_address_i,
    output reg  [COUNTER_WIDTH-1:0] read_data_o,
    output wire                     saturated_o
);
  localparam [COUNTER_WIDTH-1:0] ZERO = {COUNTER_WIDTH{1'b0}};
  localparam [COUNTER_WIDTH-1:0] ONE = {{COUNTER_WIDTH-1{1'b0}}, 1'b1};
`ifdef FORMAL
  localparam [6:0] MOST_UNDER_WAY = 7'd4;  // keeps the proof small; nothing depends on the number
`else
  localparam [6:0] MOST_UNDER_WAY = 7'd64;
`endif

  function [5:0] log2(input [COUNTER_WIDTH-1:0] value);
    integer k;
    begin
      log2 = 6'd0;
      for (k = 0; k < COUNTER_WIDTH; k = k + 1) if (value[k]) log2 = k[5:0];
    end
  endfunction

  // The sample that waits to be counted.
  reg seen_q = 1'b0, rst_q = 1'b0, start_q = 1'b0, ready_q = 1'b0, done_q = 1'b0;
  always @(posedge clk_i) begin
    seen_q <= enable_i;
    rst_q <= rst_i;
    start_q <= tap_start_i;
    ready_q <= tap_ready_i;
    done_q <= tap_done_i;
  end

  reg [COUNTER_WIDTH-1:0] edges_q = ZERO, reset_cycles_q = ZERO, invocations_q = ZERO;
  reg [COUNTER_WIDTH-1:0] completions_q = ZERO, busy_cycles_q = ZERO;
  reg [COUNTER_WIDTH-1:0] min_latency_q = ZERO, max_latency_q = ZERO, latency_sum_q = ZERO;
  reg [COUNTER_WIDTH-1:0] min_interval_q = ZERO, max_interval_q = ZERO, interval_sum_q = ZERO;
  reg [COUNTER_WIDTH-1:0] orphans_q = ZERO, overflows_q = ZERO;
  reg                     saturated_q = 1'b0;

  // Invocations under way: the value of edges when each began, in a ring of 64.
  reg [COUNTER_WIDTH-1:0] begun_memory [0:63];
  reg [5:0]               oldest_q = 6'd0;
  reg [6:0]               under_way_q = 7'd0;
  reg                     offering_q = 1'b0;
  reg                     any_begun_q = 1'b0;  // since the last reset edge
  reg [COUNTER_WIDTH-1:0] last_begun_q = ZERO;

  wire full = &edges_q;
  wire count = seen_q && !full;
  wire observe = count && !rst_q;

  // An edge first begins, then completes: an invocation may do both.
  wire       begins = observe && start_q && !offering_q;
  wire       overflow = begins && under_way_q == MOST_UNDER_WAY;
  wire       follow = begins && !overflow;
  wire       busy = observe && (follow || under_way_q != 7'd0);
  wire       complete = busy && done_q;
`ifdef MUTANT_2
  wire       orphan = observe && done_q;
`else
  wire       orphan = observe && done_q && !busy;
`endif
  wire [5:0] youngest = oldest_q + under_way_q[5:0];

  wire [COUNTER_WIDTH-1:0] begun = (under_way_q == 7'd0) ? edges_q : begun_memory[oldest_q];
  wire [COUNTER_WIDTH-1:0] latency = edges_q - begun + ONE;
  wire [COUNTER_WIDTH-1:0] interval = edges_q - last_begun_q;
  wire [COUNTER_WIDTH:0]   sum = {1'b0, latency_sum_q} + {1'b0, latency};
  wire                     sum_over = complete && sum[COUNTER_WIDTH];
  wire                     saturated_d = saturated_q || (seen_q && full) || sum_over;
  assign saturated_o = saturated_q;

  always @(posedge clk_i) begin
    if (follow) begun_memory[youngest] <= edges_q;
    if (clear_i || (count && rst_q)) begin
      oldest_q <= 6'd0;
      under_way_q <= 7'd0;
      offering_q <= 1'b0;
      any_begun_q <= 1'b0;
    end
    else if (observe) begin
      oldest_q <= oldest_q + {5'd0, complete};
      under_way_q <= under_way_q + {6'd0, follow} - {6'd0, complete};
      offering_q <= (offering_q || start_q) && !ready_q;
      any_begun_q <= any_begun_q || begins;
      if (begins) last_begun_q <= edges_q;
    end
  end

  // The numbers after the waiting sample.
  wire spaced = begins && any_begun_q;
`ifdef MUTANT_3
  wire [COUNTER_WIDTH-1:0] edges_d = seen_q ? edges_q + ONE : edges_q;
`else
  wire [COUNTER_WIDTH-1:0] edges_d = count ? edges_q + ONE : edges_q;
`endif
  wire [COUNTER_WIDTH-1:0] reset_cycles_d = (count && rst_q) ? reset_cycles_q + ONE : reset_cycles_q;
  wire [COUNTER_WIDTH-1:0] invocations_d = begins ? invocations_q + ONE : invocations_q;
  wire [COUNTER_WIDTH-1:0] completions_d = complete ? completions_q + ONE : completions_q;
  wire [COUNTER_WIDTH-1:0] busy_cycles_d = busy ? busy_cycles_q + ONE : busy_cycles_q;
  wire [COUNTER_WIDTH-1:0] orphans_d = orphan ? orphans_q + ONE : orphans_q;
  wire [COUNTER_WIDTH-1:0] overflows_d = overflow ? overflows_q + ONE : overflows_q;
  wire [COUNTER_WIDTH-1:0] latency_sum_d = sum_over ? {COUNTER_WIDTH{1'b1}}
                                         : complete ? sum[COUNTER_WIDTH-1:0] : latency_sum_q;
  wire [COUNTER_WIDTH-1:0] min_latency_d =
      (complete && (min_latency_q == ZERO || latency < min_latency_q)) ? latency : min_latency_q;
  wire [COUNTER_WIDTH-1:0] max_latency_d =
      (complete && latency > max_latency_q) ? latency : max_latency_q;
  wire [COUNTER_WIDTH-1:0] interval_sum_d = spaced ? interval_sum_q + interval : interval_sum_q;
  wire [COUNTER_WIDTH-1:0] min_interval_d =
      (spaced && (min_interval_q == ZERO || interval < min_interval_q)) ? interval : min_interval_q;
  wire [COUNTER_WIDTH-1:0] max_interval_d =
      (spaced && interval > max_interval_q) ? interval : max_interval_q;

  // The histogram: a memory, and a bit for each bin that tells whether it has been written since
  // clear_i.
  reg  [COUNTER_WIDTH-1:0] bin_memory [0:63];
  reg  [63:0]              bin_valid_q = 64'd0;
  wire [5:0]               bin = log2(latency);
  wire                     bin_write = complete;
`ifdef MUTANT_1
  wire [COUNTER_WIDTH-1:0] bin_data = bin_memory[bin] + ONE;
`else
  wire [COUNTER_WIDTH-1:0] bin_data = (bin_valid_q[bin] ? bin_memory[bin] : ZERO) + ONE;
`endif
  always @(posedge clk_i) begin
    if (bin_write) bin_memory[bin] <= bin_data;
    if (clear_i) bin_valid_q <= 64'd0;
    else if (bin_write) bin_valid_q[bin] <= 1'b1;
  end

  always @(posedge clk_i) begin
    edges_q <= clear_i ? ZERO : edges_d;
    reset_cycles_q <= clear_i ? ZERO : reset_cycles_d;
    invocations_q <= clear_i ? ZERO : invocations_d;
    completions_q <= clear_i ? ZERO : completions_d;
    busy_cycles_q <= clear_i ? ZERO : busy_cycles_d;
    min_latency_q <= clear_i ? ZERO : min_latency_d;
    max_latency_q <= clear_i ? ZERO : max_latency_d;
    latency_sum_q <= clear_i ? ZERO : latency_sum_d;
    min_interval_q <= clear_i ? ZERO : min_interval_d;
    max_interval_q <= clear_i ? ZERO : max_interval_d;
    interval_sum_q <= clear_i ? ZERO : interval_sum_d;
    orphans_q <= clear_i ? ZERO : orphans_d;
    overflows_q <= clear_i ? ZERO : overflows_d;
    saturated_q <= !clear_i && saturated_d;
  end

  wire [5:0] read_bin = read_address_i[5:0];
  always @(posedge clk_i)
    if (read_address_i[6]) read_data_o <= bin_valid_q[read_bin] ? bin_memory[read_bin] : ZERO;
    else
      case (read_bin)
        6'd0: read_data_o <= edges_q;
        6'd1: read_data_o <= reset_cycles_q;
        6'd2: read_data_o <= invocations_q;
        6'd3: read_data_o <= completions_q;
        6'd4: read_data_o <= busy_cycles_q;
        6'd5: read_data_o <= min_latency_q;
        6'd6: read_data_o <= max_latency_q;
        6'd7: read_data_o <= latency_sum_q;
        6'd8: read_data_o <= min_interval_q;
        6'd9: read_data_o <= max_interval_q;
        6'd10: read_data_o <= interval_sum_q;
        6'd11: read_data_o <= orphans_q;
        6'd12: read_data_o <= overflows_q;
        default: read_data_o <= ZERO;
      endcase

`ifdef FORMAL
  integer                 f_k;
  reg [COUNTER_WIDTH+6:0] f_sum;
  reg                     f_stopped = 1'b0;
  reg [COUNTER_WIDTH-1:0] f_invocations = ZERO;
  always @(posedge clk_i) begin
    f_stopped <= saturated_q && full && !clear_i;
    f_invocations <= invocations_q;
  end
  always @* begin
    f_sum = {COUNTER_WIDTH+7{1'b0}};
    for (f_k = 0; f_k < COUNTER_WIDTH; f_k = f_k + 1)
      if (bin_valid_q[f_k]) f_sum = f_sum + {7'd0, bin_memory[f_k]};
    assert (f_sum == {7'd0, completions_q});
    assert ({9'd0, completions_q} + {{COUNTER_WIDTH+2{1'b0}}, under_way_q} + {9'd0, overflows_q}
            <= {9'd0, invocations_q});
    assert (under_way_q <= MOST_UNDER_WAY);
    assert ({2'b0, busy_cycles_q} + {2'b0, orphans_q} + {2'b0, reset_cycles_q} <= {2'b0, edges_q});
    assert (invocations_q <= edges_q);
    if (f_stopped) assert (saturated_q && full && invocations_q == f_invocations);
  end
`endif

endmodule

`default_nettype wire
