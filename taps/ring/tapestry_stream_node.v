// SPDX-License-Identifier: Apache-2.0
//
// tapestry_stream_node: the stream tap of an FPGA, core and ring node.
//
// Purpose      The instance that weave inserts for a stream when the link is not `sim`.
// Measures     See tapestry_stream_core; its words are the record.
// Parameters   Those of the core; SITE: the identity of the place in the source.

`default_nettype none

module tapestry_stream_node #(
    parameter [15:0]  SITE = 16'd0,
    parameter integer KEEP_WIDTH = 1,
    parameter integer HAS_LAST = 0,
    parameter integer HAS_KEEP = 0,
    parameter integer COUNTER_WIDTH = 32,
    parameter integer BURST_BINS = 16,
    parameter integer EXTREMES = 1,
    parameter integer BLOCK = 0
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       tap_valid_i,
    input  wire       tap_ready_i,
    input  wire       tap_last_i,
    input  wire [KEEP_WIDTH-1:0] tap_keep_i,
    input  wire [9:0] ring_in,
    output wire [9:0] ring_out
);
  localparam integer WORDS = 6 + 2 * BURST_BINS + ((HAS_KEEP != 0) ? 2 : 0) + ((EXTREMES != 0) ? 2 : 0);
  localparam integer WORD_WIDTH = (WORDS > 512) ? $clog2(WORDS + 1) : 10;

  /* verilator lint_off UNUSEDSIGNAL */
  wire                     enable;
  wire [WORD_WIDTH-1:0]    word;
  /* verilator lint_on UNUSEDSIGNAL */
  wire                     count, bank, clear, read, next, valid;
  wire [COUNTER_WIDTH-1:0] data;
  tapestry_node #(.KIND(8'd3), .SITE(SITE), .WORDS(WORDS), .WIDTH(COUNTER_WIDTH)) node
      (.clk_i(clk_i), .ring_in(ring_in), .ring_out(ring_out), .enable_o(enable), .count_o(count), .bank_o(bank),
       .clear_o(clear), .read_o(read), .read_next_o(next), .read_word_o(word), .read_data_i(data),
       .read_valid_i(valid));
  tapestry_stream_core #(.KEEP_WIDTH(KEEP_WIDTH), .HAS_LAST(HAS_LAST), .HAS_KEEP(HAS_KEEP), .COUNTER_WIDTH(COUNTER_WIDTH),
                         .BURST_BINS(BURST_BINS), .EXTREMES(EXTREMES), .BLOCK(BLOCK)) core
      (.clk_i(clk_i), .rst_i(rst_i), .tap_valid_i(tap_valid_i), .tap_ready_i(tap_ready_i), .tap_last_i(tap_last_i),
       .tap_keep_i(tap_keep_i),
       .count_i(count), .bank_i(bank), .clear_i(clear), .read_i(read), .read_next_i(next),
       .read_word_i(word[$clog2(6 + 2 * BURST_BINS + 4)-1:0]), .read_data_o(data), .read_valid_o(valid));

endmodule

`default_nettype wire
