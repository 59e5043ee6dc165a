// SPDX-License-Identifier: Apache-2.0
//
// tapestry_event_core: how often and how long an expression is true, in hardware.
//
// Purpose      The synthesizable body of the event tap.
// Measures       rst  any bit of tap_event_i
//                 1      x      reset_cycles
//                 0      1      cycles_true, a run
//                 0      0      (the rest of edges)
//              reset_cycles + cycles_true <= edges. rising_edges counts runs, longest_run the edges
//              of the longest.
// Not measured When each run happens.
// Parameters   WIDTH: bits of tap_event_i. COUNTER_WIDTH: bits of each number.
// Timing       Observed at one edge with enable_i = 1, counted at the next. clear_i at an edge sets
//              all numbers to 0 and drops the sample that waits; that edge's own sample stays.
//              read_data_o follows read_address_i by one edge.
//              Addresses: 0 edges, 1 reset_cycles, 2 cycles_true, 3 rising_edges, 4 longest_run.
// Overflow     No number exceeds edges. When edges reaches its largest value everything stops there
//              and saturated_o is set until clear_i: sums stay closed, numbers are lower bounds.
// Cost         In the table of taps/README.md, measured by taps/price.
// Proved       By taps/prove: the sum, rising_edges and longest_run within cycles_true, and that
//              nothing moves after saturation.

`default_nettype none

module tapestry_event_core #(
    parameter integer WIDTH = 1,
    parameter integer COUNTER_WIDTH = 48
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire [WIDTH-1:0]         tap_event_i,
    input  wire                     enable_i,
    input  wire                     clear_i,
    input  wire [2:0]               read_address_i,
    output reg  [COUNTER_WIDTH-1:0] read_data_o,
    output wire                     saturated_o
);
  localparam [COUNTER_WIDTH-1:0] ZERO = {COUNTER_WIDTH{1'b0}};
  localparam [COUNTER_WIDTH-1:0] ONE = {{COUNTER_WIDTH-1{1'b0}}, 1'b1};

  // The sample that waits to be counted.
  reg seen_q = 1'b0, rst_q = 1'b0, event_q = 1'b0;
  always @(posedge clk_i) begin
    seen_q <= enable_i;
    rst_q <= rst_i;
    event_q <= |tap_event_i;
  end

  reg [COUNTER_WIDTH-1:0] edges_q = ZERO, reset_cycles_q = ZERO, cycles_true_q = ZERO;
  reg [COUNTER_WIDTH-1:0] rising_edges_q = ZERO, longest_run_q = ZERO, run_q = ZERO;
  reg                     saturated_q = 1'b0;
  wire                    full = &edges_q;
  wire                    count = seen_q && !full;
`ifdef MUTANT_2
  wire                    is_true = count && event_q;
`else
  wire                    is_true = count && !rst_q && event_q;
`endif
  wire                    saturated_d = saturated_q || (seen_q && full);
  assign saturated_o = saturated_q;

  // The numbers after the waiting sample. The longest run grows only while the open one is as long,
  // so equality replaces a comparison.
`ifdef MUTANT_1
  wire starts = is_true;
`else
  wire starts = is_true && run_q == ZERO;
`endif
`ifdef MUTANT_3
  wire [COUNTER_WIDTH-1:0] edges_d = seen_q ? edges_q + ONE : edges_q;
`else
  wire [COUNTER_WIDTH-1:0] edges_d = count ? edges_q + ONE : edges_q;
`endif
  wire [COUNTER_WIDTH-1:0] reset_cycles_d = (count && rst_q) ? reset_cycles_q + ONE : reset_cycles_q;
  wire [COUNTER_WIDTH-1:0] cycles_true_d = is_true ? cycles_true_q + ONE : cycles_true_q;
  wire [COUNTER_WIDTH-1:0] rising_edges_d = starts ? rising_edges_q + ONE : rising_edges_q;
  wire [COUNTER_WIDTH-1:0] longest_run_d = (is_true && run_q == longest_run_q) ? longest_run_q + ONE
                                                                               : longest_run_q;
  wire [COUNTER_WIDTH-1:0] run_d = is_true ? run_q + ONE : count ? ZERO : run_q;

  always @(posedge clk_i) begin
    edges_q <= clear_i ? ZERO : edges_d;
    reset_cycles_q <= clear_i ? ZERO : reset_cycles_d;
    cycles_true_q <= clear_i ? ZERO : cycles_true_d;
    rising_edges_q <= clear_i ? ZERO : rising_edges_d;
    longest_run_q <= clear_i ? ZERO : longest_run_d;
    run_q <= clear_i ? ZERO : run_d;
    saturated_q <= !clear_i && saturated_d;
  end

  always @(posedge clk_i)
    case (read_address_i)
      3'd0: read_data_o <= edges_q;
      3'd1: read_data_o <= reset_cycles_q;
      3'd2: read_data_o <= cycles_true_q;
      3'd3: read_data_o <= rising_edges_q;
      3'd4: read_data_o <= longest_run_q;
      default: read_data_o <= ZERO;
    endcase

`ifdef FORMAL
  reg                     f_stopped = 1'b0;
  reg [COUNTER_WIDTH-1:0] f_true = ZERO;
  always @(posedge clk_i) begin
    f_stopped <= saturated_q && !clear_i;
    f_true <= cycles_true_q;
  end
  always @* begin
    assert ({1'b0, reset_cycles_q} + {1'b0, cycles_true_q} <= {1'b0, edges_q});
    assert (rising_edges_q <= cycles_true_q);
    assert (run_q == ZERO || {1'b0, rising_edges_q} + {1'b0, run_q} <= {1'b0, cycles_true_q} + 1'b1);
    assert (run_q <= longest_run_q && longest_run_q <= cycles_true_q);
    assert (!saturated_q || full);
    if (f_stopped) assert (saturated_q && full && cycles_true_q == f_true);
  end
`endif

endmodule

`default_nettype wire
