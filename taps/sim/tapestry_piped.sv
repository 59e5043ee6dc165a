// SPDX-License-Identifier: Apache-2.0
//
// The taps of a simulation that writes what they look at and is counted outside: the names, parameters and ports of
// the modules in taps/, without their bodies. tapestry_piped.c implements $tapestry_tap.
//
// A port holds what its tap observes, whatever expression stands at the instance. So nothing outside has to
// know more than names of ports.

`default_nettype none
/* verilator lint_save */
/* verilator lint_off DECLFILENAME */
/* verilator lint_off MULTITOP */
/* verilator lint_off UNDRIVEN */
/* verilator lint_off UNUSED */

module tapestry_clock #(
    parameter integer CLOCK = 0
) (
    input wire clk_i
);
  initial $tapestry_clock(CLOCK);
endmodule

module tapestry_log #(
    parameter integer CLOCK = 0,
    parameter integer TAPS = 2,
    parameter LANES = ""
) (
    input wire              clk_i,
    input wire [8*TAPS-1:0] samples_i
);
endmodule

module tapestry_fsm #(
    parameter integer CLOCK = 0,
    parameter integer IN_LOG = 0,
    parameter integer WIDTH = 1,
    parameter integer STATES = 2,
    parameter integer CODE_WIDTH = 1,
    parameter integer ONE_HOT = 0,
    parameter [STATES*CODE_WIDTH-1:0] CODES = {STATES * CODE_WIDTH{1'b0}}
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire [WIDTH-1:0] tap_state_i
);
  wire [7:0] logged;  // named by tapestry_log
  initial $tapestry_tap(clk_i, rst_i, tap_state_i);
endmodule

module tapestry_stream #(
    parameter integer CLOCK = 0,
    parameter integer IN_LOG = 0,
    parameter integer KEEP_WIDTH = 1,
    parameter integer HAS_LAST = 0,
    parameter integer HAS_KEEP = 0
) (
    input wire                                                         clk_i,
    input wire                                                         rst_i,
    input wire                                                         tap_valid_i,
    input wire                                                         tap_ready_i,
    input wire                                                         tap_last_i,
    // With room for more than was known when the tap was woven; tapestry_piped.c takes as many bits as there are.
    input wire [((HAS_KEEP == 0) ? KEEP_WIDTH : KEEP_WIDTH + 960)-1:0] tap_keep_i,
    input wire [31:0]                                                  tap_beat_bits_i,
    input wire [31:0]                                                  tap_keep_bits_i
);
  wire [7:0] logged;  // named by tapestry_log
  initial $tapestry_tap(clk_i, rst_i, tap_valid_i, tap_ready_i, tap_last_i, tap_keep_i, tap_beat_bits_i, tap_keep_bits_i);
endmodule

module tapestry_queue #(
    parameter integer CLOCK = 0,
    parameter integer IN_LOG = 0,
    parameter FROM = "",
    parameter TO = "",
    parameter integer TO_LAST = 0,
    parameter integer BINS = 16
) (
    input wire clk_i,
    input wire rst_i,
    input wire tap_push_i,
    input wire tap_full_i,
    input wire tap_pop_i,
    input wire tap_empty_i
);
  wire [7:0] logged;  // named by tapestry_log
  initial $tapestry_tap(clk_i, rst_i, tap_push_i, tap_full_i, tap_pop_i, tap_empty_i);
endmodule

module tapestry_call #(
    parameter integer CLOCK = 0,
    parameter integer IN_LOG = 0,
    parameter FROM = "",
    parameter TO = "",
    parameter integer TO_LAST = 0
) (
    input wire clk_i,
    input wire rst_i,
    input wire tap_start_i,
    input wire tap_ready_i,
    input wire tap_done_i
);
  wire [7:0] logged;  // named by tapestry_log
  initial $tapestry_tap(clk_i, rst_i, tap_start_i, tap_ready_i, tap_done_i);
endmodule

module tapestry_event #(
    parameter integer CLOCK = 0,
    parameter integer WIDTH = 1
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire [WIDTH-1:0] tap_event_i
);
  initial $tapestry_tap(clk_i, rst_i, tap_event_i);
endmodule

module tapestry_value #(
    parameter integer CLOCK = 0,
    parameter integer WIDTH = 32,
    parameter [63:0]  FROM = 64'd0,
    parameter [63:0]  STEP = 64'd1,
    parameter integer BINS = 16
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire             tap_enable_i,
    input wire [WIDTH-1:0] tap_value_i
);
  initial $tapestry_tap(clk_i, rst_i, tap_enable_i, tap_value_i);
endmodule

module tapestry_total #(
    parameter integer CLOCK = 0,
    parameter integer WIDTH = 32
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire             tap_enable_i,
    input wire [WIDTH-1:0] tap_value_i
);
  initial $tapestry_tap(clk_i, rst_i, tap_enable_i, tap_value_i);
endmodule

module tapestry_trace #(
    parameter integer CLOCK = 0,
    parameter integer WIDTH = 32,
    parameter integer TRIGGER = 3,
    parameter integer LASTED = 1,
    parameter integer BEFORE = 0,
    parameter integer AFTER = 65536,
    parameter integer DEPTH = 65536
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire             tap_trigger_i,
    input wire [WIDTH-1:0] tap_data_i
);
  initial $tapestry_tap(clk_i, rst_i, tap_trigger_i, tap_data_i);
endmodule

module tapestry_assert #(
    parameter integer CLOCK = 0
) (
    input wire clk_i,
    input wire rst_i,
    input wire tap_holds_i
);
  initial $tapestry_tap(clk_i, rst_i, tap_holds_i);
endmodule

/* verilator lint_restore */
`default_nettype wire
