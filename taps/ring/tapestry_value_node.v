// SPDX-License-Identifier: Apache-2.0
//
// tapestry_value_node: the value tap of an FPGA, core and ring node.
//
// Purpose      The instance that weave inserts for a value when the link is not `sim`.
// Measures     See tapestry_value_core; its words are the record.
// Parameters   Those of the core; SITE: the identity of the place in the source.

`default_nettype none

module tapestry_value_node #(
    parameter [15:0]  SITE = 16'd0,
    parameter integer WIDTH = 32,
    parameter [63:0]  FROM = 64'd0,
    parameter [63:0]  STEP = 64'd1,
    parameter integer BINS = 16,
    parameter integer COUNTER_WIDTH = 32,
    parameter integer SUMS = 1,
    parameter integer EXTREMES = 1,
    parameter integer BLOCK = (BINS > 62) ? 1 : 0
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       tap_enable_i,
    input  wire [WIDTH-1:0] tap_value_i,
    input  wire [9:0] ring_in,
    output wire [9:0] ring_out
);
  localparam integer VALUE_WORDS = (WIDTH + COUNTER_WIDTH - 1) / COUNTER_WIDTH;
  localparam integer WORDS = BINS + 4 + ((SUMS != 0) ? VALUE_WORDS + 1 : 0) + ((EXTREMES != 0) ? 2 * VALUE_WORDS : 0);
  localparam integer WORD_WIDTH = (WORDS > 512) ? $clog2(WORDS + 1) : 10;

  /* verilator lint_off UNUSEDSIGNAL */
  wire                     enable;
  wire [WORD_WIDTH-1:0]    word;
  /* verilator lint_on UNUSEDSIGNAL */
  wire                     count, bank, clear, read, next, valid;
  wire [COUNTER_WIDTH-1:0] data;
  tapestry_node #(.KIND(8'd6), .SITE(SITE), .WORDS(WORDS), .WIDTH(COUNTER_WIDTH)) node
      (.clk_i(clk_i), .ring_in(ring_in), .ring_out(ring_out), .enable_o(enable), .count_o(count), .bank_o(bank),
       .clear_o(clear), .read_o(read), .read_next_o(next), .read_word_o(word), .read_data_i(data),
       .read_valid_i(valid));
  tapestry_value_core #(.WIDTH(WIDTH), .FROM(FROM), .STEP(STEP), .BINS(BINS), .COUNTER_WIDTH(COUNTER_WIDTH), .SUMS(SUMS),
                        .EXTREMES(EXTREMES), .BLOCK(BLOCK)) core
      (.clk_i(clk_i), .rst_i(rst_i), .tap_enable_i(tap_enable_i), .tap_value_i(tap_value_i),
       .count_i(count), .bank_i(bank), .clear_i(clear), .read_i(read), .read_next_i(next),
       .read_word_i(word[$clog2(WORDS)-1:0]), .read_data_o(data), .read_valid_o(valid));

endmodule

`default_nettype wire
