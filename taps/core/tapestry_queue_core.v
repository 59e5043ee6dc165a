// SPDX-License-Identifier: Apache-2.0
//
// tapestry_queue_core: how full a queue is, and what it refuses, in hardware.
//
// Purpose      The synthesizable body of the queue tap.
// Measures     A push is accepted when push & !full and refused when push & full; a pop likewise
//              with empty. Each observed edge goes to the histogram bin of the occupancy before its
//              push and pop. Sum over the histogram + reset_cycles = edges.
// Not measured How long each element stays.
// Parameters   BINS: occupancies with a bin of their own; bin BINS holds those above.
//              COUNTER_WIDTH: bits of each number, the occupancy included; at least those of BINS.
// Timing       Observed at one edge with enable_i = 1, counted at the next. clear_i at an edge sets
//              all numbers but the occupancy to 0 and drops the sample that waits from them (its
//              push and pop still happen); that edge's own sample stays. read_data_o follows
//              read_address_i by one edge.
//              Addresses: 0 edges, 1 reset_cycles, 2 pushes, 3 pops, 4 refused_pushes, 5 refused_pops,
//              6 full_cycles, 7 empty_cycles, 8 max_occupancy, 9 occupancy_sum, 10 underflows,
//              11 occupancy, 16 + i: histogram bin i.
// Overflow     No number but occupancy_sum exceeds edges. When edges reaches its largest value
//              everything stops there; occupancy_sum stops at its own. Either sets saturated_o until
//              clear_i.
// Cost         In the table of taps/README.md, measured by taps/price.
// Proved       By taps/prove: the closed sum, accepted and refused ones within edges, and that
//              nothing moves after saturation.

`default_nettype none

module tapestry_queue_core #(
    parameter integer BINS = 16,
    parameter integer COUNTER_WIDTH = 48
) (
    input  wire                       clk_i,
    input  wire                       rst_i,
    input  wire                       tap_push_i,
    input  wire                       tap_full_i,
    input  wire                       tap_pop_i,
    input  wire                       tap_empty_i,
    input  wire                       enable_i,
    input  wire                       clear_i,
    input  wire [$clog2(BINS+17)-1:0] read_address_i,
    output reg  [COUNTER_WIDTH-1:0]   read_data_o,
    output wire                       saturated_o
);
  localparam [COUNTER_WIDTH-1:0] ZERO = {COUNTER_WIDTH{1'b0}};
  localparam [COUNTER_WIDTH-1:0] ONE = {{COUNTER_WIDTH-1{1'b0}}, 1'b1};
  localparam integer ADDRESS_WIDTH = $clog2(BINS + 17);
  localparam integer BIN_WIDTH = $clog2(BINS + 1);
  localparam [31:0] BINS_BITS = BINS;
  localparam [31:0] BINS_AT = 32'd16;  // read-out address of bin 0

  // The sample that waits to be counted.
  reg seen_q = 1'b0, rst_q = 1'b0, push_q = 1'b0, full_q = 1'b0, pop_q = 1'b0, empty_q = 1'b0;
  always @(posedge clk_i) begin
    seen_q <= enable_i;
    rst_q <= rst_i;
    push_q <= tap_push_i;
    full_q <= tap_full_i;
    pop_q <= tap_pop_i;
    empty_q <= tap_empty_i;
  end

  reg [COUNTER_WIDTH-1:0] edges_q = ZERO, reset_cycles_q = ZERO, pushes_q = ZERO, pops_q = ZERO;
  reg [COUNTER_WIDTH-1:0] refused_pushes_q = ZERO, refused_pops_q = ZERO, full_cycles_q = ZERO;
  reg [COUNTER_WIDTH-1:0] empty_cycles_q = ZERO, max_occupancy_q = ZERO, occupancy_sum_q = ZERO;
  reg [COUNTER_WIDTH-1:0] underflows_q = ZERO, occupancy_q = ZERO;
  reg                     saturated_q = 1'b0;

  wire edges_full = &edges_q;
  wire count = seen_q && !edges_full;
  wire observe = count && !rst_q;
  wire push = push_q && !full_q;
  wire pop = pop_q && !empty_q;
`ifdef MUTANT_2
  wire underflow = !push && occupancy_q == ZERO;
`else
  wire underflow = pop && !push && occupancy_q == ZERO;
`endif

  wire [COUNTER_WIDTH:0] sum = {1'b0, occupancy_sum_q} + {1'b0, occupancy_q};
  wire                   sum_over = observe && sum[COUNTER_WIDTH];
  wire                   saturated_d = saturated_q || (seen_q && edges_full) || sum_over;
  assign saturated_o = saturated_q;

  // The numbers after the waiting sample.
`ifdef MUTANT_3
  wire [COUNTER_WIDTH-1:0] edges_d = seen_q ? edges_q + ONE : edges_q;
`else
  wire [COUNTER_WIDTH-1:0] edges_d = count ? edges_q + ONE : edges_q;
`endif
  wire [COUNTER_WIDTH-1:0] reset_cycles_d = (count && rst_q) ? reset_cycles_q + ONE : reset_cycles_q;
  wire [COUNTER_WIDTH-1:0] pushes_d = (observe && push) ? pushes_q + ONE : pushes_q;
  wire [COUNTER_WIDTH-1:0] pops_d = (observe && pop) ? pops_q + ONE : pops_q;
  wire [COUNTER_WIDTH-1:0] refused_pushes_d = (observe && push_q && full_q) ? refused_pushes_q + ONE : refused_pushes_q;
  wire [COUNTER_WIDTH-1:0] refused_pops_d = (observe && pop_q && empty_q) ? refused_pops_q + ONE : refused_pops_q;
  wire [COUNTER_WIDTH-1:0] full_cycles_d = (observe && full_q) ? full_cycles_q + ONE : full_cycles_q;
  wire [COUNTER_WIDTH-1:0] empty_cycles_d = (observe && empty_q) ? empty_cycles_q + ONE : empty_cycles_q;
  wire [COUNTER_WIDTH-1:0] underflows_d = (observe && underflow) ? underflows_q + ONE : underflows_q;
  wire [COUNTER_WIDTH-1:0] max_occupancy_d = (observe && occupancy_q > max_occupancy_q) ? occupancy_q : max_occupancy_q;
  wire [COUNTER_WIDTH-1:0] occupancy_sum_d = sum_over ? {COUNTER_WIDTH{1'b1}}
                    : observe ? sum[COUNTER_WIDTH-1:0] : occupancy_sum_q;
  wire [COUNTER_WIDTH-1:0] occupancy_d = (count && rst_q) ? ZERO
                                       : (observe && push && !pop) ? occupancy_q + ONE
                                       : (observe && pop && !push && !underflow) ? occupancy_q - ONE
                                       : occupancy_q;

  // The histogram: a memory, and a bit for each bin that tells whether it has been written since
  // clear_i.
  reg  [COUNTER_WIDTH-1:0] bin_memory [0:BINS];
  reg  [BINS:0]            bin_valid_q = {BINS + 1{1'b0}};
  wire                     above = {32'd0, occupancy_q} >= {{COUNTER_WIDTH{1'b0}}, BINS_BITS};
  wire [BIN_WIDTH-1:0]     bin = above ? BINS_BITS[BIN_WIDTH-1:0] : occupancy_q[BIN_WIDTH-1:0];
  wire [COUNTER_WIDTH-1:0] bin_data = (bin_valid_q[bin] ? bin_memory[bin] : ZERO) + ONE;
`ifdef MUTANT_1
  wire                     bin_write = observe && !above;
`else
  wire                     bin_write = observe;
`endif
  always @(posedge clk_i) begin
    if (bin_write) bin_memory[bin] <= bin_data;
    if (clear_i) bin_valid_q <= {BINS + 1{1'b0}};
    else if (bin_write) bin_valid_q[bin] <= 1'b1;
  end

  always @(posedge clk_i) begin
    edges_q <= clear_i ? ZERO : edges_d;
    reset_cycles_q <= clear_i ? ZERO : reset_cycles_d;
    pushes_q <= clear_i ? ZERO : pushes_d;
    pops_q <= clear_i ? ZERO : pops_d;
    refused_pushes_q <= clear_i ? ZERO : refused_pushes_d;
    refused_pops_q <= clear_i ? ZERO : refused_pops_d;
    full_cycles_q <= clear_i ? ZERO : full_cycles_d;
    empty_cycles_q <= clear_i ? ZERO : empty_cycles_d;
    max_occupancy_q <= clear_i ? ZERO : max_occupancy_d;
    occupancy_sum_q <= clear_i ? ZERO : occupancy_sum_d;
    underflows_q <= clear_i ? ZERO : underflows_d;
    occupancy_q <= occupancy_d;
    saturated_q <= !clear_i && saturated_d;
  end

  wire [BIN_WIDTH-1:0] read_bin = read_address_i[BIN_WIDTH-1:0] - BINS_AT[BIN_WIDTH-1:0];
  always @(posedge clk_i)
    if (|read_address_i[ADDRESS_WIDTH-1:4])
      read_data_o <= bin_valid_q[read_bin] ? bin_memory[read_bin] : ZERO;
    else
      case (read_address_i[3:0])
        4'd0: read_data_o <= edges_q;
        4'd1: read_data_o <= reset_cycles_q;
        4'd2: read_data_o <= pushes_q;
        4'd3: read_data_o <= pops_q;
        4'd4: read_data_o <= refused_pushes_q;
        4'd5: read_data_o <= refused_pops_q;
        4'd6: read_data_o <= full_cycles_q;
        4'd7: read_data_o <= empty_cycles_q;
        4'd8: read_data_o <= max_occupancy_q;
        4'd9: read_data_o <= occupancy_sum_q;
        4'd10: read_data_o <= underflows_q;
        4'd11: read_data_o <= occupancy_q;
        default: read_data_o <= ZERO;
      endcase

`ifdef FORMAL
  integer                 f_k;
  reg [COUNTER_WIDTH+7:0] f_sum;
  reg                     f_stopped = 1'b0;
  reg [COUNTER_WIDTH-1:0] f_pushes = ZERO;
  always @(posedge clk_i) begin
    f_stopped <= saturated_q && edges_full && !clear_i;
    f_pushes <= pushes_q;
  end
  always @* begin
    f_sum = {8'd0, reset_cycles_q};
    for (f_k = 0; f_k <= BINS; f_k = f_k + 1)
      if (bin_valid_q[f_k]) f_sum = f_sum + {8'd0, bin_memory[f_k]};
    assert (f_sum == {8'd0, edges_q});
    assert ({1'b0, pushes_q} + {1'b0, refused_pushes_q} <= {1'b0, edges_q});
    assert ({1'b0, pops_q} + {1'b0, refused_pops_q} <= {1'b0, edges_q});
    assert (refused_pushes_q <= full_cycles_q && refused_pops_q <= empty_cycles_q);
    assert (full_cycles_q <= edges_q && empty_cycles_q <= edges_q);
    assert (underflows_q <= pops_q);
    if (f_stopped) assert (saturated_q && edges_full && pushes_q == f_pushes);
  end
`endif

endmodule

`default_nettype wire
