// SPDX-License-Identifier: Apache-2.0
// A worker that must rest as long as the words took that it has done since its last rest: eight words, or a word of the right kind. Nobody but its own count knows.
`timescale 1ns / 1ns
module ra_fifo #(parameter D = 4) (
  input clk, input rst, input [15:0] i, input iv, output ir, output [15:0] o, output ov, input orr);
  reg [15:0] mem [0:D-1]; reg [7:0] n, r, w;
  assign ir = n < D, ov = n > 0, o = mem[r];
  always @(posedge clk) if (rst) begin n <= 0; r <= 0; w <= 0; end else begin
    n <= n + (iv && ir) - (ov && orr);
    if (iv && ir) begin mem[w] <= i; w <= w == D - 1 ? 0 : w + 1; end
    if (ov && orr) r <= r == D - 1 ? 0 : r + 1;
  end
endmodule
module rest_after #(parameter A = 4, parameter B = 4, parameter HOT = 40) (
  input clk, input rst, input [15:0] s_data, input s_valid, output s_ready, output [15:0] m_data, output m_valid, input m_ready);
  wire [15:0] a, b; wire av, ar, bv, br;
  ra_fifo #(.D(A)) q_a (clk, rst, s_data, s_valid, s_ready, a, av, ar);
  // Heat rises by three for each word and falls by one in every cycle: above HOT no word is begun until it is below HOT / 2.
  reg [7:0] heat; reg cooling; reg v; reg [15:0] x;
  assign ar = !cooling && (!v || br);
  always @(posedge clk) if (rst) begin heat <= 0; cooling <= 0; v <= 0; end else begin
    if (av && ar) begin v <= 1; x <= a * 3; end else if (br) v <= 0;
    heat <= heat + (av && ar ? 3 : 0) - (heat != 0);
    if (heat > HOT) cooling <= 1; else if (heat < HOT / 2) cooling <= 0;
  end
  ra_fifo #(.D(B)) q_b (clk, rst, x, v, br, b, bv, m_ready);
  assign m_valid = bv, m_data = b;
endmodule
