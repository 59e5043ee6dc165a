// SPDX-License-Identifier: Apache-2.0
//
// tapestry_call_node: the call tap of an FPGA, core and ring node.
//
// Purpose      The instance that weave inserts for a call when the link is not `sim`.
// Measures     See tapestry_call_core; its words are the record.
// Parameters   Those of the core; SITE: the identity of the place in the source.

`default_nettype none

module tapestry_call_node #(
    parameter [15:0]  SITE = 16'd0,
    parameter integer COUNTER_WIDTH = 32,
    parameter integer LATENCY_BINS = 32,
    parameter integer EXTREMES = 1,
    parameter integer UNDER_WAY_LOG2 = 6,
    parameter integer BLOCK = 0
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       tap_start_i,
    input  wire       tap_ready_i,
    input  wire       tap_done_i,
    input  wire [9:0] ring_in,
    output wire [9:0] ring_out
);
  localparam integer WORDS = ((EXTREMES != 0) ? 24 : 20) + LATENCY_BINS;
  localparam integer WORD_WIDTH = (WORDS > 512) ? $clog2(WORDS + 1) : 10;

  /* verilator lint_off UNUSEDSIGNAL */
  wire                     enable;
  wire [WORD_WIDTH-1:0]    word;
  /* verilator lint_on UNUSEDSIGNAL */
  wire                     count, bank, clear, read, next, valid;
  wire [COUNTER_WIDTH-1:0] data;
  tapestry_node #(.KIND(8'd5), .SITE(SITE), .WORDS(WORDS), .WIDTH(COUNTER_WIDTH)) node
      (.clk_i(clk_i), .ring_in(ring_in), .ring_out(ring_out), .enable_o(enable), .count_o(count), .bank_o(bank),
       .clear_o(clear), .read_o(read), .read_next_o(next), .read_word_o(word), .read_data_i(data),
       .read_valid_i(valid));
  tapestry_call_core #(.COUNTER_WIDTH(COUNTER_WIDTH), .LATENCY_BINS(LATENCY_BINS), .EXTREMES(EXTREMES),
                       .UNDER_WAY_LOG2(UNDER_WAY_LOG2), .BLOCK(BLOCK)) core
      (.clk_i(clk_i), .rst_i(rst_i), .tap_start_i(tap_start_i), .tap_ready_i(tap_ready_i), .tap_done_i(tap_done_i),
       .enable_i(enable), .count_i(count), .bank_i(bank), .clear_i(clear), .read_i(read), .read_next_i(next),
       .read_word_i(word[$clog2(WORDS)-1:0]), .read_data_o(data), .read_valid_o(valid));

endmodule

`default_nettype wire
