// SPDX-License-Identifier: Apache-2.0
//
// tapestry_value_core: the distribution of a value, in hardware.
//
// Purpose      The synthesizable body of the value tap.
// Measures     At observed edges with enable = 1: samples, value_sum, least, most, and one of
//                value < FROM               below
//                FROM + i*STEP <= value < FROM + (i+1)*STEP, i < BINS    bin i
//                otherwise                  above
//              Sum over the bins + below + above = samples.
// Not measured The order of values. Hardware knows no X, so nothing is `unknown`.
// Parameters   WIDTH: bits of the value, at most COUNTER_WIDTH. FROM, STEP, BINS: see above; a STEP
//              that is a power of two costs a shift, any other one a comparator for each bin.
//              COUNTER_WIDTH: bits of each number.
// Timing       Observed at one edge with enable_i = 1, counted at the next. clear_i at an edge sets
//              all numbers to 0 and drops the sample that waits; that edge's own sample stays.
//              read_data_o follows read_address_i by one edge.
//              Addresses: 0 edges, 1 reset_cycles, 2 samples, 3 value_sum, 4 least, 5 most, 6 below, 7 above,
//              8 + i: histogram bin i.
// Overflow     No count exceeds edges. When edges reaches its largest value everything stops there;
//              value_sum stops at its own. Either sets saturated_o until clear_i.
// Cost         In the table of taps/README.md, measured by taps/price.
// Proved       By taps/prove: the closed sum, least and most in order, and that nothing moves after
//              saturation.

`default_nettype none

module tapestry_value_core #(
    parameter integer WIDTH = 32,
    parameter [63:0]  FROM = 64'd0,
    parameter [63:0]  STEP = 64'd1,
    parameter integer BINS = 16,
    parameter integer COUNTER_WIDTH = 48
) (
    input  wire                      clk_i,
    input  wire                      rst_i,
    input  wire                      tap_enable_i,
    input  wire [WIDTH-1:0]          tap_value_i,
    input  wire                      enable_i,
    input  wire                      clear_i,
    input  wire [$clog2(BINS+8)-1:0] read_address_i,
    output reg  [COUNTER_WIDTH-1:0]  read_data_o,
    output wire                      saturated_o
);
  localparam [COUNTER_WIDTH-1:0] ZERO = {COUNTER_WIDTH{1'b0}};
  localparam [COUNTER_WIDTH-1:0] ONE = {{COUNTER_WIDTH-1{1'b0}}, 1'b1};
  localparam integer ADDRESS_WIDTH = $clog2(BINS + 8);
  localparam integer BIN_WIDTH = (BINS > 1) ? $clog2(BINS) : 1;
  localparam [31:0]  BINS_AT = 32'd8;  // read-out address of bin 0
  localparam [95:0]  ABOVE_FROM = {32'd0, FROM} + {32'd0, STEP} * BINS;
  localparam integer SHIFT = $clog2(STEP);

  // The sample that waits to be counted.
  reg             seen_q = 1'b0, rst_q = 1'b0, enable_q = 1'b0;
  reg [WIDTH-1:0] value_q = {WIDTH{1'b0}};
  always @(posedge clk_i) begin
    seen_q <= enable_i;
    rst_q <= rst_i;
    enable_q <= tap_enable_i;
    value_q <= tap_value_i;
  end

  reg [COUNTER_WIDTH-1:0] edges_q = ZERO, reset_cycles_q = ZERO, samples_q = ZERO;
  reg [COUNTER_WIDTH-1:0] value_sum_q = ZERO, below_q = ZERO, above_q = ZERO;
  reg [WIDTH-1:0]         least_q = {WIDTH{1'b0}}, most_q = {WIDTH{1'b0}};
  reg                     saturated_q = 1'b0;

  wire full = &edges_q;
  wire count = seen_q && !full;
  wire sample = count && !rst_q && enable_q;

  wire [95:0] value_96 = {{96-WIDTH{1'b0}}, value_q};
  /* verilator lint_off UNUSEDSIGNAL */
  wire [96:0] offset = {1'b0, value_96} - {33'd0, FROM};
  /* verilator lint_on UNUSEDSIGNAL */
  wire        is_below = offset[96];
  wire        is_above = value_96 >= ABOVE_FROM;

  wire [COUNTER_WIDTH:0] sum = {1'b0, value_sum_q} + {{COUNTER_WIDTH+1-WIDTH{1'b0}}, value_q};
  wire                   sum_over = sample && sum[COUNTER_WIDTH];
  wire                   saturated_d = saturated_q || (seen_q && full) || sum_over;
  assign saturated_o = saturated_q;

  // The numbers after the waiting sample.
`ifdef MUTANT_3
  wire [COUNTER_WIDTH-1:0] edges_d = seen_q ? edges_q + ONE : edges_q;
`else
  wire [COUNTER_WIDTH-1:0] edges_d = count ? edges_q + ONE : edges_q;
`endif
  wire [COUNTER_WIDTH-1:0] reset_cycles_d = (count && rst_q) ? reset_cycles_q + ONE : reset_cycles_q;
`ifdef MUTANT_2
  wire [COUNTER_WIDTH-1:0] samples_d = (count && !rst_q) ? samples_q + ONE : samples_q;
`else
  wire [COUNTER_WIDTH-1:0] samples_d = sample ? samples_q + ONE : samples_q;
`endif
  wire [COUNTER_WIDTH-1:0] value_sum_d = sum_over ? {COUNTER_WIDTH{1'b1}}
                : sample ? sum[COUNTER_WIDTH-1:0] : value_sum_q;
  wire [COUNTER_WIDTH-1:0] below_d = (sample && is_below) ? below_q + ONE : below_q;
  wire [COUNTER_WIDTH-1:0] above_d = (sample && is_above) ? above_q + ONE : above_q;
  wire [WIDTH-1:0]         least_d = (sample && (samples_q == ZERO || value_q < least_q)) ? value_q : least_q;
  wire [WIDTH-1:0]         most_d = (sample && value_q > most_q) ? value_q : most_q;

  // The bin of a value that is neither below nor above.
  function [BIN_WIDTH-1:0] bin_by_comparison(input [95:0] value);
    integer k;
    begin
      bin_by_comparison = {BIN_WIDTH{1'b0}};
      for (k = 1; k < BINS; k = k + 1)
        if (value >= {32'd0, FROM} + {32'd0, STEP} * k) bin_by_comparison = k[BIN_WIDTH-1:0];
    end
  endfunction
  wire [BIN_WIDTH-1:0] bin;
  generate
    if ((64'd1 << SHIFT) == STEP) begin : by_shift
      /* verilator lint_off UNUSEDSIGNAL */
      wire [95:0] quotient = offset[95:0] >> SHIFT;
      /* verilator lint_on UNUSEDSIGNAL */
      assign bin = quotient[BIN_WIDTH-1:0];
    end
    else begin : by_comparison
      assign bin = bin_by_comparison(value_96);
    end
  endgenerate

  // The histogram: a memory, and a bit for each bin that tells whether it has been written since
  // clear_i.
  reg  [COUNTER_WIDTH-1:0] bin_memory [0:BINS-1];
  reg  [BINS-1:0]          bin_valid_q = {BINS{1'b0}};
`ifdef MUTANT_1
  wire                     bin_write = sample && !is_above;
`else
  wire                     bin_write = sample && !is_below && !is_above;
`endif
  wire [COUNTER_WIDTH-1:0] bin_data = (bin_valid_q[bin] ? bin_memory[bin] : ZERO) + ONE;
  always @(posedge clk_i) begin
    if (bin_write) bin_memory[bin] <= bin_data;
    if (clear_i) bin_valid_q <= {BINS{1'b0}};
    else if (bin_write) bin_valid_q[bin] <= 1'b1;
  end

  always @(posedge clk_i) begin
    edges_q <= clear_i ? ZERO : edges_d;
    reset_cycles_q <= clear_i ? ZERO : reset_cycles_d;
    samples_q <= clear_i ? ZERO : samples_d;
    value_sum_q <= clear_i ? ZERO : value_sum_d;
    below_q <= clear_i ? ZERO : below_d;
    above_q <= clear_i ? ZERO : above_d;
    least_q <= clear_i ? {WIDTH{1'b0}} : least_d;
    most_q <= clear_i ? {WIDTH{1'b0}} : most_d;
    saturated_q <= !clear_i && saturated_d;
  end

  wire [BIN_WIDTH-1:0] read_bin = read_address_i[BIN_WIDTH-1:0] - BINS_AT[BIN_WIDTH-1:0];
  always @(posedge clk_i)
    if (|read_address_i[ADDRESS_WIDTH-1:3])
      read_data_o <= bin_valid_q[read_bin] ? bin_memory[read_bin] : ZERO;
    else
      case (read_address_i[2:0])
        3'd0: read_data_o <= edges_q;
        3'd1: read_data_o <= reset_cycles_q;
        3'd2: read_data_o <= samples_q;
        3'd3: read_data_o <= value_sum_q;
        3'd4: read_data_o <= {{COUNTER_WIDTH-WIDTH{1'b0}}, least_q};
        3'd5: read_data_o <= {{COUNTER_WIDTH-WIDTH{1'b0}}, most_q};
        3'd6: read_data_o <= below_q;
        default: read_data_o <= above_q;
      endcase

`ifdef FORMAL
  integer                 f_k;
  reg [COUNTER_WIDTH+7:0] f_sum;
  reg                     f_stopped = 1'b0;
  reg [COUNTER_WIDTH-1:0] f_samples = ZERO;
  always @(posedge clk_i) begin
    f_stopped <= saturated_q && full && !clear_i;
    f_samples <= samples_q;
  end
  always @* begin
    f_sum = {8'd0, below_q} + {8'd0, above_q};
    for (f_k = 0; f_k < BINS; f_k = f_k + 1)
      if (bin_valid_q[f_k]) f_sum = f_sum + {8'd0, bin_memory[f_k]};
    assert (f_sum == {8'd0, samples_q});
    assert ({1'b0, samples_q} + {1'b0, reset_cycles_q} <= {1'b0, edges_q});
    assert (least_q <= most_q);
    if (f_stopped) assert (saturated_q && full && samples_q == f_samples);
  end
`endif

endmodule

`default_nettype wire
