// SPDX-License-Identifier: Apache-2.0
//
// COPIES small generators, each with one tap of the kind that BENCH_KIND selects, or none. With
// toggle_i = 0 the inputs of the taps stand still, with 1 they are random in every cycle.

`default_nettype none

module generator #(
    parameter integer SEED = 1
) (
    input  wire clk_i,
    input  wire rst_i,
    input  wire toggle_i,
    output wire out_o
);
  reg [31:0] x;
  reg [2:0]  state;
  assign out_o = ^{x, state};

  always @(posedge clk_i)
    if (rst_i) begin
      x <= SEED * 32'h9E37_79B9;
      state <= 3'd0;
    end
    else if (toggle_i) begin
      // xorshift32
      x <= (x ^ (x << 13)) ^ ((x ^ (x << 13)) >> 17) ^ (((x ^ (x << 13)) ^ ((x ^ (x << 13)) >> 17)) << 5);
      state <= x[31:29];
    end

`ifdef BENCH_fsm
  tapestry_fsm #(.CLOCK(0), .WIDTH(3), .STATES(8), .CODE_WIDTH(3),
                 .CODES({3'd7, 3'd6, 3'd5, 3'd4, 3'd3, 3'd2, 3'd1, 3'd0}))
      tap (.clk_i(clk_i), .rst_i(rst_i), .tap_state_i(state));
`endif
`ifdef BENCH_stream
  tapestry_stream #(.CLOCK(0), .HAS_LAST(1), .HAS_KEEP(0))
      tap (.clk_i(clk_i), .rst_i(rst_i), .tap_valid_i(x[0]), .tap_ready_i(x[1]), .tap_last_i(x[2]),
           .tap_keep_i(1'b0), .tap_beat_bits_i(32'd32), .tap_keep_bits_i(32'd0));
`endif
`ifdef BENCH_queue
  tapestry_queue #(.CLOCK(0), .BINS(16))
      tap (.clk_i(clk_i), .rst_i(rst_i), .tap_push_i(x[0]), .tap_full_i(x[1] & x[2]),
           .tap_pop_i(x[3]), .tap_empty_i(x[4] & x[5]));
`endif
`ifdef BENCH_call
  tapestry_call #(.CLOCK(0))
      tap (.clk_i(clk_i), .rst_i(rst_i), .tap_start_i(x[0]), .tap_ready_i(x[1]), .tap_done_i(x[2]));
`endif
`ifdef BENCH_event
  tapestry_event #(.CLOCK(0)) tap (.clk_i(clk_i), .rst_i(rst_i), .tap_event_i(x[0]));
`endif
`ifdef BENCH_value
  tapestry_value #(.CLOCK(0), .WIDTH(12), .FROM(64'd0), .STEP(64'd256), .BINS(8))
      tap (.clk_i(clk_i), .rst_i(rst_i), .tap_enable_i(x[0]), .tap_value_i(x[12:1]));
`endif
endmodule

module bench #(
    parameter integer COPIES = 64
) (
    input  wire clk_i,
    input  wire rst_i,
    input  wire toggle_i,
    output wire out_o
);
  wire [COPIES-1:0] out;
  assign out_o = ^out;
  genvar i;
  generate
    for (i = 0; i < COPIES; i = i + 1) begin : copy
      generator #(.SEED(i + 1)) g (.clk_i(clk_i), .rst_i(rst_i), .toggle_i(toggle_i), .out_o(out[i]));
    end
  endgenerate
`ifndef BENCH_bare
  tapestry_clock #(.CLOCK(0)) leader (.clk_i(clk_i));
`endif
endmodule

`default_nettype wire
