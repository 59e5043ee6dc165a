// SPDX-License-Identifier: Apache-2.0
// Rotates vectors by angles, in the style of Verilog that a hardware construction language writes: flat names of
// bundles, _T and _GEN wires, queues of two between the blocks.
module Queue2 #(parameter W = 32) (
  input          clock,
  input          reset,
  output         io_enq_ready,
  input          io_enq_valid,
  input  [W-1:0] io_enq_bits,
  input          io_deq_ready,
  output         io_deq_valid,
  output [W-1:0] io_deq_bits
);
  reg [W-1:0] ram [0:1];
  reg  value;
  reg  value_1;
  reg  maybe_full;
  wire ptr_match = value == value_1;
  wire empty = ptr_match & ~maybe_full;
  wire full = ptr_match & maybe_full;
  wire do_enq = io_enq_ready & io_enq_valid;
  wire do_deq = io_deq_ready & io_deq_valid;
  assign io_enq_ready = ~full;
  assign io_deq_valid = ~empty;
  assign io_deq_bits = ram[value_1];
  always @(posedge clock) begin
    if (do_enq) begin
      ram[value] <= io_enq_bits;
    end
    if (reset) begin
      value <= 1'h0;
    end else if (do_enq) begin
      value <= value + 1'h1;
    end
    if (reset) begin
      value_1 <= 1'h0;
    end else if (do_deq) begin
      value_1 <= value_1 + 1'h1;
    end
    if (reset) begin
      maybe_full <= 1'h0;
    end else if (do_enq != do_deq) begin
      maybe_full <= do_enq;
    end
  end
endmodule

module PhaseGenerator #(parameter TICKS = 8) (
  input         clock,
  input         reset,
  input         io_out_ready,
  output        io_out_valid,
  output [15:0] io_out_bits_angle,
  output [15:0] io_out_bits_radius
);
  reg [3:0]  ticks;
  reg [15:0] angle;
  reg [15:0] radius;
  wire _T = ticks == (TICKS - 1);
  wire _T_1 = io_out_ready & io_out_valid;
  wire [15:0] _angle_T_1 = angle + 16'h2b7;
  wire [15:0] _radius_T_1 = radius ^ 16'h35;
  assign io_out_valid = _T;
  assign io_out_bits_angle = {2'h0, angle[13:0]};
  assign io_out_bits_radius = radius;
  always @(posedge clock) begin
    if (reset) begin
      ticks <= 4'h0;
      angle <= 16'h0;
      radius <= 16'h1000;
    end else if (_T_1) begin
      ticks <= 4'h0;
      angle <= _angle_T_1;
      radius <= _radius_T_1;
    end else if (~_T) begin
      ticks <= ticks + 4'h1;
    end
  end
endmodule

module Rotator #(parameter UNROLL = 1) (
  input         clock,
  input         reset,
  output        io_in_ready,
  input         io_in_valid,
  input  [15:0] io_in_bits_angle,
  input  [15:0] io_in_bits_radius,
  input         io_out_ready,
  output        io_out_valid,
  output [15:0] io_out_bits_x,
  output [15:0] io_out_bits_y
);
  reg [1:0] state;
  reg [4:0] step;
  reg signed [15:0] x;
  reg signed [15:0] y;
  reg signed [15:0] z;
  wire _T = 2'h0 == state;
  wire _T_1 = 2'h1 == state;
  wire _T_2 = 2'h2 == state;
  wire _T_3 = io_in_ready & io_in_valid;
  wire _T_4 = io_out_ready & io_out_valid;
  wire [4:0] _step_T_1 = step + UNROLL;
  wire _T_5 = _step_T_1 == 5'h10;
  wire [1:0] _GEN_0 = _T_3 ? 2'h1 : state;
  wire [1:0] _GEN_1 = _T_5 ? 2'h2 : state;
  wire [1:0] _GEN_2 = _T_4 ? 2'h0 : state;
  wire [1:0] _GEN_3 = _T_2 ? _GEN_2 : state;
  wire [1:0] _GEN_4 = _T_1 ? _GEN_1 : _GEN_3;
  wire [1:0] _GEN_5 = _T ? _GEN_0 : _GEN_4;
  function [15:0] turn(input [4:0] k);
    case (k)
      5'h0: turn = 16'h1921;
      5'h1: turn = 16'h0ed6;
      5'h2: turn = 16'h07d7;
      5'h3: turn = 16'h03fb;
      default: turn = 16'h2000 >> (k + 1);
    endcase
  endfunction
  wire [15:0] _turn_0 = turn(step);
  wire [15:0] _turn_1 = turn(step + 5'h1);
  wire signed [15:0] x_1 = z[15] ? x + (y >>> step) : x - (y >>> step);
  wire signed [15:0] y_1 = z[15] ? y - (x >>> step) : y + (x >>> step);
  wire signed [15:0] z_1 = z[15] ? z + _turn_0 : z - _turn_0;
  wire signed [15:0] x_2 = z_1[15] ? x_1 + (y_1 >>> (step + 5'h1)) : x_1 - (y_1 >>> (step + 5'h1));
  wire signed [15:0] y_2 = z_1[15] ? y_1 - (x_1 >>> (step + 5'h1)) : y_1 + (x_1 >>> (step + 5'h1));
  wire signed [15:0] z_2 = z_1[15] ? z_1 + _turn_1 : z_1 - _turn_1;
  assign io_in_ready = _T;
  assign io_out_valid = _T_2;
  assign io_out_bits_x = x;
  assign io_out_bits_y = y;
  always @(posedge clock) begin
    if (reset) begin
      state <= 2'h0;
    end else begin
      state <= _GEN_5;
    end
    if (_T & _T_3) begin
      step <= 5'h0;
      x <= io_in_bits_radius;
      y <= 16'h0;
      z <= io_in_bits_angle;
    end else if (_T_1) begin
      step <= _step_T_1;
      x <= UNROLL == 2 ? x_2 : x_1;
      y <= UNROLL == 2 ? y_2 : y_1;
      z <= UNROLL == 2 ? z_2 : z_1;
    end
  end
endmodule

// Takes the gain out by shifting and adding a few bits at a time.
module Scaler #(parameter BITS = 1) (
  input         clock,
  input         reset,
  output        io_in_ready,
  input         io_in_valid,
  input  [15:0] io_in_bits_x,
  input  [15:0] io_in_bits_y,
  input         io_out_ready,
  output        io_out_valid,
  output [15:0] io_out_bits
);
  reg        busy;
  reg        done;
  reg [3:0]  bit_1;
  reg [15:0] sum;
  reg [15:0] acc;
  wire [7:0] gain = 8'h9b;
  wire [15:0] _acc_T = gain[bit_1[2:0]] ? acc + (sum << bit_1) : acc;
  wire [15:0] _acc_T_1 = gain[bit_1[2:0] + 3'h1] ? _acc_T + (sum << (bit_1 + 4'h1)) : _acc_T;
  wire _T = io_in_ready & io_in_valid;
  assign io_in_ready = ~busy & ~done;
  assign io_out_valid = done;
  assign io_out_bits = acc;
  always @(posedge clock) begin
    if (reset) begin
      busy <= 1'h0;
      done <= 1'h0;
    end else if (_T) begin
      busy <= 1'h1;
      bit_1 <= 4'h0;
      acc <= 16'h0;
      sum <= io_in_bits_x ^ io_in_bits_y;
    end else if (busy) begin
      bit_1 <= bit_1 + BITS;
      acc <= BITS == 2 ? _acc_T_1 : _acc_T;
      if (bit_1 + BITS == 8) begin
        busy <= 1'h0;
        done <= 1'h1;
      end
    end else if (io_out_ready) begin
      done <= 1'h0;
    end
  end
endmodule

module CordicFlat #(parameter TICKS = 8, parameter UNROLL = 1, parameter BITS = 1) (
  input         clock,
  input         reset,
  input         io_out_ready,
  output        io_out_valid,
  output [15:0] io_out_bits
);
  wire phase_io_out_ready, phase_io_out_valid, q_io_deq_ready, q_io_deq_valid;
  wire rot_io_out_ready, rot_io_out_valid, q_1_io_deq_ready, q_1_io_deq_valid;
  wire [15:0] phase_io_out_bits_angle, phase_io_out_bits_radius, rot_io_out_bits_x, rot_io_out_bits_y;
  wire [31:0] q_io_deq_bits, q_1_io_deq_bits;
  PhaseGenerator #(.TICKS(TICKS)) phase (.clock(clock), .reset(reset), .io_out_ready(phase_io_out_ready), .io_out_valid(phase_io_out_valid),
    .io_out_bits_angle(phase_io_out_bits_angle), .io_out_bits_radius(phase_io_out_bits_radius));
  Queue2 q (.clock(clock), .reset(reset), .io_enq_ready(phase_io_out_ready), .io_enq_valid(phase_io_out_valid),
    .io_enq_bits({phase_io_out_bits_angle, phase_io_out_bits_radius}), .io_deq_ready(q_io_deq_ready), .io_deq_valid(q_io_deq_valid), .io_deq_bits(q_io_deq_bits));
  Rotator #(.UNROLL(UNROLL)) rot (.clock(clock), .reset(reset), .io_in_ready(q_io_deq_ready), .io_in_valid(q_io_deq_valid),
    .io_in_bits_angle(q_io_deq_bits[31:16]), .io_in_bits_radius(q_io_deq_bits[15:0]), .io_out_ready(rot_io_out_ready),
    .io_out_valid(rot_io_out_valid), .io_out_bits_x(rot_io_out_bits_x), .io_out_bits_y(rot_io_out_bits_y));
  Queue2 q_1 (.clock(clock), .reset(reset), .io_enq_ready(rot_io_out_ready), .io_enq_valid(rot_io_out_valid),
    .io_enq_bits({rot_io_out_bits_x, rot_io_out_bits_y}), .io_deq_ready(q_1_io_deq_ready), .io_deq_valid(q_1_io_deq_valid), .io_deq_bits(q_1_io_deq_bits));
  Scaler #(.BITS(BITS)) scale (.clock(clock), .reset(reset), .io_in_ready(q_1_io_deq_ready), .io_in_valid(q_1_io_deq_valid),
    .io_in_bits_x(q_1_io_deq_bits[31:16]), .io_in_bits_y(q_1_io_deq_bits[15:0]), .io_out_ready(io_out_ready), .io_out_valid(io_out_valid), .io_out_bits(io_out_bits));
endmodule
