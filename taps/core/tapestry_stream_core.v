// SPDX-License-Identifier: Apache-2.0
//
// tapestry_stream_core: what a valid/ready stream does with its cycles, in hardware.
//
// Purpose      The synthesizable body of the stream tap.
// Measures       rst valid ready
//                 1    x     x    reset_cycles
//                 0    1     1    transfer_cycles
//                 0    1     0    blocked_cycles
//                 0    0     1    starved_cycles
//                 0    0     0    idle_cycles
//              The five sum to edges. Of transfers: packets, bytes, bursts, longest_burst,
//              burst_histogram; of blocked edges: longest_block.
// Not measured Which side is at fault, and the data. The histogram holds closed bursts; the reader
//              adds the open one, whose length is open_burst.
// Parameters   KEEP_WIDTH, HAS_LAST, HAS_KEEP: as in tapestry_stream. COUNTER_WIDTH: bits of
//              each number.
// Timing       Observed at one edge with enable_i = 1, counted at the next. clear_i at an edge sets
//              all numbers to 0 and drops the sample that waits; that edge's own sample stays.
//              read_data_o follows read_address_i by one edge.
//              Addresses: 0 edges, 1 reset_cycles, 2 transfer_cycles, 3 blocked_cycles, 4 starved_cycles,
//              5 idle_cycles, 6 packets, 7 bytes / BYTES_PER_KEEP (with keep), 8 longest_block,
//              9 bursts, 10 longest_burst, 11 open_burst, 64 + k: burst_histogram bin k.
// Overflow     No number but bytes exceeds edges. When edges reaches its largest value everything
//              stops there; bytes stops at its own. Either sets saturated_o until clear_i.
// Cost         In the table of taps/README.md, measured by taps/price.
// Proved       By taps/prove: the closed sum, packets and bursts within transfer_cycles, the sum of
//              the histogram, and that nothing moves after saturation.

`default_nettype none

module tapestry_stream_core #(
    parameter integer KEEP_WIDTH = 1,
    parameter integer HAS_LAST = 0,
    parameter integer HAS_KEEP = 0,
    parameter integer COUNTER_WIDTH = 48
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     tap_valid_i,
    input  wire                     tap_ready_i,
    input  wire                     tap_last_i,
    input  wire [KEEP_WIDTH-1:0]    tap_keep_i,
    input  wire                     enable_i,
    input  wire                     clear_i,
    input  wire [6:0]               read_address_i,
    output reg  [COUNTER_WIDTH-1:0] read_data_o,
    output wire                     saturated_o
);
  localparam [COUNTER_WIDTH-1:0] ZERO = {COUNTER_WIDTH{1'b0}};
  localparam [COUNTER_WIDTH-1:0] ONE = {{COUNTER_WIDTH-1{1'b0}}, 1'b1};
  localparam integer ONES_WIDTH = $clog2(KEEP_WIDTH + 1);

  function [ONES_WIDTH-1:0] ones(input [KEEP_WIDTH-1:0] value);
    integer k;
    begin
      ones = {ONES_WIDTH{1'b0}};
      for (k = 0; k < KEEP_WIDTH; k = k + 1)
        if (value[k]) ones = ones + 1'b1;
    end
  endfunction

  // The sample that waits to be counted.
  reg                  seen_q = 1'b0, rst_q = 1'b0, valid_q = 1'b0, ready_q = 1'b0, last_q = 1'b0;
  reg [KEEP_WIDTH-1:0] keep_q = {KEEP_WIDTH{1'b0}};
  always @(posedge clk_i) begin
    seen_q <= enable_i;
    rst_q <= rst_i;
    valid_q <= tap_valid_i;
    ready_q <= tap_ready_i;
    last_q <= (HAS_LAST != 0) && tap_last_i;
    keep_q <= (HAS_KEEP != 0) ? tap_keep_i : {KEEP_WIDTH{1'b0}};
  end

  reg [COUNTER_WIDTH-1:0] edges_q = ZERO, reset_cycles_q = ZERO, transfer_cycles_q = ZERO;
  reg [COUNTER_WIDTH-1:0] blocked_cycles_q = ZERO, starved_cycles_q = ZERO, idle_cycles_q = ZERO;
  reg [COUNTER_WIDTH-1:0] packets_q = ZERO, kept_q = ZERO, bursts_q = ZERO;
  reg [COUNTER_WIDTH-1:0] longest_block_q = ZERO, longest_burst_q = ZERO;
  reg [COUNTER_WIDTH-1:0] block_q = ZERO, burst_q = ZERO;
  reg [5:0]               burst_log_q = 6'd0;
  reg                     saturated_q = 1'b0;

  wire full = &edges_q;
  wire count = seen_q && !full;
  assign saturated_o = saturated_q;

  wire reset = count && rst_q;
  wire transfer = count && !rst_q && valid_q && ready_q;
  wire blocked = count && !rst_q && valid_q && !ready_q;
`ifdef MUTANT_1
  wire starved = count && !rst_q && ready_q;
`else
  wire starved = count && !rst_q && !valid_q && ready_q;
`endif
  wire idle = count && !rst_q && !valid_q && !ready_q;

  // kept counts the 1 bits of keep. It alone can grow faster than edges.
  wire [COUNTER_WIDTH:0] kept_sum = {1'b0, kept_q} + {{COUNTER_WIDTH+1-ONES_WIDTH{1'b0}}, ones(keep_q)};
  wire                   kept_over = transfer && kept_sum[COUNTER_WIDTH];
  wire                   saturated_d = saturated_q || (seen_q && full) || kept_over;

  // The numbers after the waiting sample.
`ifdef MUTANT_3
  wire [COUNTER_WIDTH-1:0] edges_d = seen_q ? edges_q + ONE : edges_q;
`else
  wire [COUNTER_WIDTH-1:0] edges_d = count ? edges_q + ONE : edges_q;
`endif
  wire [COUNTER_WIDTH-1:0] reset_cycles_d = reset ? reset_cycles_q + ONE : reset_cycles_q;
  wire [COUNTER_WIDTH-1:0] transfer_cycles_d = transfer ? transfer_cycles_q + ONE : transfer_cycles_q;
  wire [COUNTER_WIDTH-1:0] blocked_cycles_d = blocked ? blocked_cycles_q + ONE : blocked_cycles_q;
  wire [COUNTER_WIDTH-1:0] starved_cycles_d = starved ? starved_cycles_q + ONE : starved_cycles_q;
  wire [COUNTER_WIDTH-1:0] idle_cycles_d = idle ? idle_cycles_q + ONE : idle_cycles_q;
  wire [COUNTER_WIDTH-1:0] packets_d = (transfer && last_q) ? packets_q + ONE : packets_q;
  wire [COUNTER_WIDTH-1:0] kept_d = kept_over ? {COUNTER_WIDTH{1'b1}}
                                  : transfer ? kept_sum[COUNTER_WIDTH-1:0] : kept_q;

  // Bursts and blocks. The longest grows only while the open one is as long, so equality replaces a
  // comparison. A length is a power of two when it shares no bit with its predecessor.
  wire [COUNTER_WIDTH-1:0] burst_d = transfer ? burst_q + ONE : count ? ZERO : burst_q;
  wire [COUNTER_WIDTH-1:0] block_d = blocked ? block_q + ONE : count ? ZERO : block_q;
  wire [COUNTER_WIDTH-1:0] bursts_d = (transfer && burst_q == ZERO) ? bursts_q + ONE : bursts_q;
  wire [COUNTER_WIDTH-1:0] longest_burst_d =
      (transfer && burst_q == longest_burst_q) ? longest_burst_q + ONE : longest_burst_q;
  wire [COUNTER_WIDTH-1:0] longest_block_d =
      (blocked && block_q == longest_block_q) ? longest_block_q + ONE : longest_block_q;
  wire                     doubled = burst_q != ZERO && (burst_d & burst_q) == ZERO;
  wire [5:0]               burst_log_d = transfer ? burst_log_q + {5'd0, doubled}
                                       : count ? 6'd0 : burst_log_q;

  // The histogram: a memory, and a bit for each bin that tells whether it has been written since
  // clear_i. Only a burst that ends writes.
  reg  [COUNTER_WIDTH-1:0] bin_memory [0:63];
  reg  [63:0]              bin_valid_q = 64'd0;
  wire [COUNTER_WIDTH-1:0] bin_value = bin_valid_q[burst_log_q] ? bin_memory[burst_log_q] : ZERO;
`ifdef MUTANT_2
  wire                     bin_write = transfer && burst_q != ZERO;
`else
  wire                     bin_write = count && !transfer && burst_q != ZERO;
`endif
  wire [COUNTER_WIDTH-1:0] bin_data = bin_value + ONE;
  always @(posedge clk_i) begin
    if (bin_write) bin_memory[burst_log_q] <= bin_data;
    if (clear_i) bin_valid_q <= 64'd0;
    else if (bin_write) bin_valid_q[burst_log_q] <= 1'b1;
  end

  always @(posedge clk_i) begin
    edges_q <= clear_i ? ZERO : edges_d;
    reset_cycles_q <= clear_i ? ZERO : reset_cycles_d;
    transfer_cycles_q <= clear_i ? ZERO : transfer_cycles_d;
    blocked_cycles_q <= clear_i ? ZERO : blocked_cycles_d;
    starved_cycles_q <= clear_i ? ZERO : starved_cycles_d;
    idle_cycles_q <= clear_i ? ZERO : idle_cycles_d;
    packets_q <= clear_i ? ZERO : packets_d;
    kept_q <= clear_i ? ZERO : kept_d;
    bursts_q <= clear_i ? ZERO : bursts_d;
    longest_block_q <= clear_i ? ZERO : longest_block_d;
    longest_burst_q <= clear_i ? ZERO : longest_burst_d;
    block_q <= clear_i ? ZERO : block_d;
    burst_q <= clear_i ? ZERO : burst_d;
    burst_log_q <= clear_i ? 6'd0 : burst_log_d;
    saturated_q <= !clear_i && saturated_d;
  end

  wire [5:0] read_bin = read_address_i[5:0];
  always @(posedge clk_i)
    if (read_address_i[6]) read_data_o <= bin_valid_q[read_bin] ? bin_memory[read_bin] : ZERO;
    else
      case (read_bin)
        6'd0: read_data_o <= edges_q;
        6'd1: read_data_o <= reset_cycles_q;
        6'd2: read_data_o <= transfer_cycles_q;
        6'd3: read_data_o <= blocked_cycles_q;
        6'd4: read_data_o <= starved_cycles_q;
        6'd5: read_data_o <= idle_cycles_q;
        6'd6: read_data_o <= packets_q;
        6'd7: read_data_o <= kept_q;
        6'd8: read_data_o <= longest_block_q;
        6'd9: read_data_o <= bursts_q;
        6'd10: read_data_o <= longest_burst_q;
        6'd11: read_data_o <= burst_q;
        default: read_data_o <= ZERO;
      endcase

`ifdef FORMAL
  // Bins that a burst of COUNTER_WIDTH bits can reach.
  integer                 f_k;
  reg [COUNTER_WIDTH+6:0] f_sum;
  reg                     f_stopped = 1'b0;
  reg [COUNTER_WIDTH-1:0] f_transfer = ZERO;
  always @(posedge clk_i) begin
    f_stopped <= saturated_q && full && !clear_i;
    f_transfer <= transfer_cycles_q;
  end
  always @* begin
    f_sum = {COUNTER_WIDTH+7{1'b0}};
    for (f_k = 0; f_k < COUNTER_WIDTH; f_k = f_k + 1)
      if (bin_valid_q[f_k]) f_sum = f_sum + {7'd0, bin_memory[f_k]};
    assert ({3'b0, reset_cycles_q} + {3'b0, transfer_cycles_q} + {3'b0, blocked_cycles_q}
            + {3'b0, starved_cycles_q} + {3'b0, idle_cycles_q} == {3'b0, edges_q});
    assert (f_sum + {{COUNTER_WIDTH+6{1'b0}}, burst_q != ZERO} == {7'd0, bursts_q});
    assert (bursts_q <= transfer_cycles_q && packets_q <= transfer_cycles_q);
    assert (burst_q <= longest_burst_q && longest_burst_q <= transfer_cycles_q);
    assert (block_q <= longest_block_q && longest_block_q <= blocked_cycles_q);
    // What makes burst_log_q the logarithm of the burst's length.
    assert (burst_log_q < COUNTER_WIDTH && (burst_q >> burst_log_q) <= ONE);
    assert (burst_q == ZERO ? burst_log_q == 6'd0 : (burst_q >> burst_log_q) == ONE);
    if (f_stopped) assert (saturated_q && full && transfer_cycles_q == f_transfer);
  end
`endif

endmodule

`default_nettype wire
