// SPDX-License-Identifier: Apache-2.0
//
// tapestry_fsm_node: the fsm tap of an FPGA, core and ring node.
//
// Purpose      The instance that weave inserts for a state machine when the link is not `sim`.
// Measures     See tapestry_fsm_core; its words are the record.
// Parameters   Those of the core; SITE: the identity of the place in the source.

`default_nettype none

module tapestry_fsm_node #(
    parameter [15:0]  SITE = 16'd0,
    parameter integer WIDTH = 3,
    parameter integer STATES = 4,
    parameter integer CODE_WIDTH = 3,
    parameter integer ONE_HOT = 0,
    parameter [STATES*CODE_WIDTH-1:0] CODES = {3'd3, 3'd2, 3'd1, 3'd0},
    parameter integer COUNTER_WIDTH = 32,
    parameter integer TRANSITIONS = 1,
    parameter integer EXTREMES = 1,
    parameter integer BLOCK = 0
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire [WIDTH-1:0] tap_state_i,
    input  wire [9:0] ring_in,
    output wire [9:0] ring_out
);
  localparam integer NUMBER_WIDTH = $clog2(STATES + 2);
  localparam integer ROW = 1 << NUMBER_WIDTH;
  localparam integer ADDRESS_WIDTH = NUMBER_WIDTH + ((TRANSITIONS != 0) ? NUMBER_WIDTH : 1)
                                   + ((EXTREMES != 0) ? 1 : 0);
  localparam integer WORDS = ((TRANSITIONS != 0) ? STATES + 2 : 2) * ROW + ((EXTREMES != 0) ? 2 * ROW : 0);
  localparam integer WORD_WIDTH = (WORDS > 512) ? $clog2(WORDS + 1) : 10;

  /* verilator lint_off UNUSEDSIGNAL */
  wire                     enable;
  wire [WORD_WIDTH-1:0]    word;
  /* verilator lint_on UNUSEDSIGNAL */
  wire                     count, bank, clear, read, next, valid;
  wire [COUNTER_WIDTH-1:0] data;
  tapestry_node #(.KIND(8'd2), .SITE(SITE), .WORDS(WORDS), .WIDTH(COUNTER_WIDTH)) node
      (.clk_i(clk_i), .ring_in(ring_in), .ring_out(ring_out), .enable_o(enable), .count_o(count), .bank_o(bank),
       .clear_o(clear), .read_o(read), .read_next_o(next), .read_word_o(word), .read_data_i(data),
       .read_valid_i(valid));
  tapestry_fsm_core #(.WIDTH(WIDTH), .STATES(STATES), .CODE_WIDTH(CODE_WIDTH), .ONE_HOT(ONE_HOT), .CODES(CODES),
                      .COUNTER_WIDTH(COUNTER_WIDTH), .TRANSITIONS(TRANSITIONS), .EXTREMES(EXTREMES), .BLOCK(BLOCK)) core
      (.clk_i(clk_i), .rst_i(rst_i), .tap_state_i(tap_state_i),
       .count_i(count), .bank_i(bank), .clear_i(clear), .read_i(read), .read_next_i(next),
       .read_word_i(word[ADDRESS_WIDTH-1:0]), .read_data_o(data), .read_valid_o(valid));

endmodule

`default_nettype wire
