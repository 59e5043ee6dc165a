// SPDX-License-Identifier: Apache-2.0
//
// tapestry_queue_node: the queue tap of an FPGA, core and ring node.
//
// Purpose      The instance that weave inserts for a queue when the link is not `sim`.
// Measures     See tapestry_queue_core; its words are the record.
// Parameters   Those of the core; SITE: the identity of the place in the source.

`default_nettype none

module tapestry_queue_node #(
    parameter [15:0]  SITE = 16'd0,
    parameter integer BINS = 16,
    parameter integer COUNTER_WIDTH = 32,
    parameter integer DEPTH_WIDTH = ($clog2(BINS + 2) < 16) ? 16 : $clog2(BINS + 2),
    parameter integer FLOW = 1,
    parameter integer SUMS = 1,
    parameter integer BLOCK = (BINS > 62) ? 1 : 0,
    parameter integer FLOW_BLOCK = 0,
    parameter integer SHARED = 0
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       tap_push_i,
    input  wire       tap_full_i,
    input  wire       tap_pop_i,
    input  wire       tap_empty_i,
    input  wire [9:0] ring_in,
    output wire [9:0] ring_out
);
  localparam integer INDEX_WIDTH = $clog2(BINS + 2);
  localparam integer BINS_AT = ((FLOW != 0) ? 32 : 0) + ((SUMS != 0) ? 3 : 0);
  localparam integer WORDS = BINS_AT + (1 << INDEX_WIDTH);
  localparam integer WORD_WIDTH = (WORDS > 512) ? $clog2(WORDS + 1) : 10;

  /* verilator lint_off UNUSEDSIGNAL */
  wire                     enable;
  wire [WORD_WIDTH-1:0]    word;
  /* verilator lint_on UNUSEDSIGNAL */
  wire                     count, bank, clear, read, next, valid;
  wire [COUNTER_WIDTH-1:0] data;
  tapestry_node #(.KIND(8'd4), .SITE(SITE), .WORDS(WORDS), .WIDTH(COUNTER_WIDTH)) node
      (.clk_i(clk_i), .ring_in(ring_in), .ring_out(ring_out), .enable_o(enable), .count_o(count), .bank_o(bank),
       .clear_o(clear), .read_o(read), .read_next_o(next), .read_word_o(word), .read_data_i(data),
       .read_valid_i(valid));
  tapestry_queue_core #(.BINS(BINS), .COUNTER_WIDTH(COUNTER_WIDTH), .DEPTH_WIDTH(DEPTH_WIDTH), .FLOW(FLOW), .SUMS(SUMS),
                        .BLOCK(BLOCK), .FLOW_BLOCK(FLOW_BLOCK), .SHARED(SHARED)) core
      (.clk_i(clk_i), .rst_i(rst_i), .tap_push_i(tap_push_i), .tap_full_i(tap_full_i), .tap_pop_i(tap_pop_i), .tap_empty_i(tap_empty_i),
       .enable_i(enable), .count_i(count), .bank_i(bank), .clear_i(clear), .read_i(read), .read_next_i(next),
       .read_word_i(word[$clog2(WORDS)-1:0]), .read_data_o(data), .read_valid_o(valid));

endmodule

`default_nettype wire
