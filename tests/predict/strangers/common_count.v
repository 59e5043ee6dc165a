// SPDX-License-Identifier: Apache-2.0
// A stage that slows down with the number of words that are in the whole design, which a counter at the top knows.
`timescale 1ns / 1ns
module cc_q #(parameter D = 4) (
  input clk, input rst, input [15:0] i, input i_v, output i_r, output [15:0] o, output o_v, input o_r);
  reg [15:0] mem [0:D-1]; reg [7:0] n, a, b;
  assign i_r = n != D, o_v = n != 0, o = mem[a];
  always @(posedge clk)
    if (rst) begin n <= 0; a <= 0; b <= 0; end
    else begin
      if (i_v && i_r) begin mem[b] <= i; b <= b == D-1 ? 0 : b+1; end
      if (o_v && o_r) a <= a == D-1 ? 0 : a+1;
      n <= n + (i_v && i_r) - (o_v && o_r);
    end
endmodule

module cc_work #(parameter T = 3) (input clk, input rst, input [15:0] i, input i_v, output i_r, output [15:0] o, output o_v, input o_r, input [7:0] load);
  reg [1:0] st; reg [6:0] left; reg [15:0] k;
  assign i_r = st == 0, o_v = st == 2, o = k;
  always @(posedge clk)
    if (rst) st <= 0;
    else case (st)
      0: if (i_v) begin st <= 1; left <= T + load; k <= i + 1; end
      1: begin left <= left - 1; if (left == 1) st <= 2; end
      2: if (o_r) st <= 0;
      default: st <= 0;
    endcase
endmodule

module common_count #(parameter A = 4, parameter B = 6, parameter T = 3) (
  input clk, input rst, input [15:0] s_data, input s_valid, output s_ready, output [15:0] m_data, output m_valid, input m_ready);
  wire [15:0] d0, d1, d2; wire v0, v1, v2, r0, r1, r2; reg [7:0] population;
  always @(posedge clk) if (rst) population <= 0; else population <= population + (s_valid && s_ready) - (m_valid && m_ready);
  cc_q #(.D(A)) q_a (clk, rst, s_data, s_valid, s_ready, d0, v0, r0);
  cc_work #(.T(T)) w_a (clk, rst, d0, v0, r0, d1, v1, r1, population);
  cc_q #(.D(B)) q_b (clk, rst, d1, v1, r1, d2, v2, r2);
  cc_work #(.T(T)) w_b (clk, rst, d2, v2, r2, m_data, m_valid, m_ready, {7'd0, population[2]});
endmodule
