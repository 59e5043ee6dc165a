// SPDX-License-Identifier: Apache-2.0
// Two plain stages. Its testbench sends a batch, waits for the last answer of it, thinks, and sends the next.
`timescale 1ns / 1ns
module ba_queue #(parameter N = 4) (
  input clk, input rst, input [15:0] a, input a_vld, output a_rdy, output [15:0] b, output b_vld, input b_rdy);
  reg [15:0] m [0:N-1]; reg [5:0] h, t, c;
  assign a_rdy = c != N; assign b_vld = c != 0; assign b = m[t];
  always @(posedge clk)
    if (rst) begin h <= 0; t <= 0; c <= 0; end
    else begin
      if (a_vld && a_rdy) begin m[h] <= a; h <= h == N-1 ? 0 : h+1; end
      if (b_vld && b_rdy) t <= t == N-1 ? 0 : t+1;
      c <= c + (a_vld && a_rdy) - (b_vld && b_rdy);
    end
endmodule

module ba_stage #(parameter T = 4, parameter VARY = 15) (
  input clk, input rst, input [15:0] x, input x_vld, output x_rdy, output [15:0] y, output y_vld, input y_rdy);
  localparam [1:0] GET = 0, CRUNCH = 1, PUT = 2;
  reg [1:0] s; reg [15:0] k; reg [6:0] n;
  assign x_rdy = s == GET; assign y_vld = s == PUT; assign y = k;
  always @(posedge clk)
    if (rst) s <= GET;
    else case (s)
      GET: if (x_vld) begin k <= {x[14:0], x[15]}; n <= T + (x & VARY); s <= CRUNCH; end
      CRUNCH: begin n <= n - 1; if (n == 1) s <= PUT; end
      PUT: if (y_rdy) s <= GET;
      default: s <= GET;
    endcase
endmodule

module batches #(parameter A = 4, parameter B = 4, parameter C = 4, parameter T0 = 4, parameter T1 = 5) (
  input clk, input rst, input [15:0] s_data, input s_valid, output s_ready, output [15:0] m_data, output m_valid, input m_ready);
  wire [15:0] d0, d1, d2, d3; wire v0, v1, v2, v3, r0, r1, r2, r3;
  ba_queue #(.N(A)) qa (clk, rst, s_data, s_valid, s_ready, d0, v0, r0);
  ba_stage #(.T(T0)) first (clk, rst, d0, v0, r0, d1, v1, r1);
  ba_queue #(.N(B)) qb (clk, rst, d1, v1, r1, d2, v2, r2);
  ba_stage #(.T(T1), .VARY(31)) second (clk, rst, d2, v2, r2, d3, v3, r3);
  ba_queue #(.N(C)) qc (clk, rst, d3, v3, r3, m_data, m_valid, m_ready);
endmodule
