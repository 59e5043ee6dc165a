// SPDX-License-Identifier: Apache-2.0
//
// The taps of a simulation that is run again to be looked at: the names, parameters and ports of the modules in taps/, with
// bodies that print what they observe, in a window of cycles and nowhere else. src/run/simulators/wave_window.cpp makes a waveform
// of it.
//
// +tapestry_list           every tap prints its path, and the simulation ends at its first edge
// +tapestry_leader=PATH    the tap whose edges are counted
// +tapestry_from, _to      the edges of the leader between which all taps print, and after which the simulation ends
// +tapestry_seek=N         ends instead where what the leader looks for has lasted N edges: a state (+tapestry_state=NUMBER), a beat that
//                          is not taken, a call; of a queue, where it first holds N entries
//
// What is printed at an edge stood there since the edge before, whose time is printed with it.

`default_nettype none
/* verilator lint_save */
/* verilator lint_off BLKSEQ */
/* verilator lint_off DECLFILENAME */
/* verilator lint_off MULTIDRIVEN */
/* verilator lint_off MULTITOP */
/* verilator lint_off UNDRIVEN */
/* verilator lint_off UNUSED */
/* verilator lint_off VARHIDDEN */
/* verilator lint_off WIDTH */

// Icarus cannot assign to package variables: there it is a module, named as an additional top (`-s`).
`ifdef __ICARUS__
module tapestry_sim;
`define TAPESTRY_IS_OPEN tapestry_sim.is_open
`else
package tapestry_sim;
`define TAPESTRY_IS_OPEN tapestry_sim::is_open
`endif
  bit is_open = 1'b0;
`ifdef __ICARUS__
endmodule
`else
endpackage
`endif

module tapestry_watch #(
    parameter integer WIDTH = 1,
    parameter integer IS_QUEUE = 0  // the values are push, full, pop and empty
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire [WIDTH-1:0] values_i,
    input wire             level_i   // what +tapestry_seek counts
);
  wire [WIDTH+1:0] now = {level_i, rst_i, values_i};
  reg  [WIDTH+1:0] sample = 0;
  reg  [WIDTH-1:0] shown = 0;
  bit              has_shown = 1'b0, saw_time_0 = 1'b0, is_leader = 1'b0, lists = 1'b0, pushed, popped;
  longint unsigned edges = 0, from = 0, to = 0, seek = 0, lasted = 0;
  int unsigned     occupancy = 0, shown_occupancy = 0;
  real             before_edge = 0;
  string           path, leader;

  initial begin
    path = $sformatf("%m");
    lists = $test$plusargs("tapestry_list") != 0;
    if (lists) $display("tapestry_path %s", path);
    if ($value$plusargs("tapestry_leader=%s", leader)) is_leader = (leader == path);
    if (!$value$plusargs("tapestry_from=%d", from)) from = ~64'd0;
    if (!$value$plusargs("tapestry_to=%d", to)) to = ~64'd0;
    if (!$value$plusargs("tapestry_seek=%d", seek)) seek = 0;
`ifdef VERILATOR
    if (is_leader) $printtimescale;
`endif
    if (is_leader && from == 0) `TAPESTRY_IS_OPEN = 1'b1;
  end

  // The values just before an edge, also where a testbench changes them at the edge with blocking assignments.
`ifdef VERILATOR
  `define TAPESTRY_NOW $realtime
  `define TAPESTRY_SAMPLE now
  `define TAPESTRY_RISES 1'b1
`else
  // In steps of the simulation: a module without a time scale counts seconds in Icarus.
  `define TAPESTRY_NOW $simtime
  `define TAPESTRY_SAMPLE ((`TAPESTRY_NOW == moved) ? earlier : latest)
  `define TAPESTRY_RISES (clk_i === 1'b1)
  reg  [WIDTH+1:0] latest, earlier;
  real             moved = 0;
  always @(now) begin
    if (`TAPESTRY_NOW != moved) begin
      earlier = latest;
      moved = `TAPESTRY_NOW;
    end
    latest = now;
  end
`endif

  always @(posedge clk_i)
    if (`TAPESTRY_RISES) begin
      if (`TAPESTRY_NOW == 0 && !saw_time_0) saw_time_0 = 1'b1;
      else begin
        sample = `TAPESTRY_SAMPLE;
        if (lists) $finish;
        if (is_leader && edges == from) `TAPESTRY_IS_OPEN = 1'b1;
        if (is_leader && edges > to) begin
          `TAPESTRY_IS_OPEN = 1'b0;
          $finish;
        end
        if (IS_QUEUE != 0) lasted = (sample[WIDTH] !== 1'b1 && occupancy >= seek) ? seek : 0;
        else lasted = (sample[WIDTH] !== 1'b1 && sample[WIDTH+1] === 1'b1) ? lasted + 1 : 0;
        if (is_leader && seek != 0 && lasted == seek) begin
          $display("tapestry_found %0d", (IS_QUEUE != 0) ? edges : edges + 1 - seek);
          seek = 0;
          $finish;
        end
        if (`TAPESTRY_IS_OPEN) begin
          if (is_leader) $display("tapestry_edge %0d %0.3f", edges, 1.0 * `TAPESTRY_NOW);
          if (!has_shown || sample[WIDTH-1:0] !== shown || occupancy != shown_occupancy) begin
            if (IS_QUEUE != 0) $display("tapestry_value %0d %0.3f %s %b%b", edges, before_edge, path, sample[WIDTH-1:0], occupancy);
            else $display("tapestry_value %0d %0.3f %s %b", edges, before_edge, path, sample[WIDTH-1:0]);
            has_shown = 1'b1;
            shown = sample[WIDTH-1:0];
            shown_occupancy = occupancy;
          end
        end
        if (IS_QUEUE != 0) begin
          pushed = (sample[3] === 1'b1) && (sample[2] !== 1'b1);
          popped = (sample[1] === 1'b1) && (sample[0] !== 1'b1);
          if (sample[WIDTH] === 1'b1) occupancy = 0;
          else if (pushed && !popped) occupancy = occupancy + 1;
          else if (popped && !pushed && occupancy != 0) occupancy = occupancy - 1;
        end
        edges = edges + 1;
        before_edge = `TAPESTRY_NOW;
      end
    end
endmodule

module tapestry_clock #(
    parameter integer CLOCK = 0
) (
    input wire clk_i
);
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
  // What +tapestry_state names; number STATES is every value that no state has.
  int unsigned wanted = 0;
  initial if (!$value$plusargs("tapestry_state=%d", wanted)) wanted = 0;
  function automatic bit is_state(input [WIDTH-1:0] value, input int unsigned number);
    reg [WIDTH+CODE_WIDTH-1:0] code, bits;
    bits = 1;
    code = {{WIDTH{1'b0}}, CODES[number*CODE_WIDTH +: CODE_WIDTH]};
    is_state = {{CODE_WIDTH{1'b0}}, value} === ((ONE_HOT != 0) ? bits << code : code);
  endfunction
  tapestry_watch #(.WIDTH(WIDTH)) watch (.clk_i(clk_i), .rst_i(rst_i), .values_i(tap_state_i), .level_i(is_state(tap_state_i, wanted)));
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
    input wire [((HAS_KEEP == 0) ? KEEP_WIDTH : KEEP_WIDTH + 960)-1:0] tap_keep_i,
    input wire [31:0]                                                  tap_beat_bits_i,
    input wire [31:0]                                                  tap_keep_bits_i
);
  wire [7:0] logged;  // named by tapestry_log
  tapestry_watch #(.WIDTH(3)) watch (.clk_i(clk_i), .rst_i(rst_i), .values_i({tap_valid_i, tap_ready_i, tap_last_i}), .level_i(tap_valid_i && !tap_ready_i));
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
  tapestry_watch #(.WIDTH(4), .IS_QUEUE(1)) watch (.clk_i(clk_i), .rst_i(rst_i), .values_i({tap_push_i, tap_full_i, tap_pop_i, tap_empty_i}), .level_i(1'b0));
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
  tapestry_watch #(.WIDTH(3)) watch (.clk_i(clk_i), .rst_i(rst_i), .values_i({tap_start_i, tap_ready_i, tap_done_i}), .level_i(1'b0));
endmodule

module tapestry_event #(
    parameter integer CLOCK = 0,
    parameter integer WIDTH = 1
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire [WIDTH-1:0] tap_event_i
);
  tapestry_watch #(.WIDTH(WIDTH)) watch (.clk_i(clk_i), .rst_i(rst_i), .values_i(tap_event_i), .level_i(|tap_event_i));
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
  tapestry_watch #(.WIDTH(WIDTH + 1)) watch (.clk_i(clk_i), .rst_i(rst_i), .values_i({tap_enable_i, tap_value_i}), .level_i(1'b0));
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
  tapestry_watch #(.WIDTH(WIDTH + 1)) watch (.clk_i(clk_i), .rst_i(rst_i), .values_i({tap_enable_i, tap_value_i}), .level_i(1'b0));
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
  tapestry_watch #(.WIDTH(WIDTH + 1)) watch (.clk_i(clk_i), .rst_i(rst_i), .values_i({tap_trigger_i, tap_data_i}), .level_i(1'b0));
endmodule

module tapestry_assert #(
    parameter integer CLOCK = 0
) (
    input wire clk_i,
    input wire rst_i,
    input wire tap_holds_i
);
  tapestry_watch #(.WIDTH(1)) watch (.clk_i(clk_i), .rst_i(rst_i), .values_i(tap_holds_i), .level_i(!tap_holds_i));
endmodule

/* verilator lint_restore */
`default_nettype wire
