// SPDX-License-Identifier: Apache-2.0
// A tank that is emptied only when it has become high, and then down to the last word; or when nothing came for PATIENCE cycles.
`timescale 1ns / 1ns
module tk_pipe #(parameter ROOM = 16) (
  input clk, input rst, input [15:0] i, input iv, output ir, output [15:0] o, output ov, input orr, output [7:0] level);
  reg [15:0] mem [0:ROOM-1]; reg [7:0] n, r, w;
  assign level = n, ir = n < ROOM, ov = n > 0, o = mem[r];
  always @(posedge clk) if (rst) begin n <= 0; r <= 0; w <= 0; end else begin
    n <= n + (iv && ir) - (ov && orr);
    if (iv && ir) begin mem[w] <= i; w <= w == ROOM - 1 ? 0 : w + 1; end
    if (ov && orr) r <= r == ROOM - 1 ? 0 : r + 1;
  end
endmodule
module tank #(parameter FEED = 4, parameter ROOM = 16, parameter HIGH = 8, parameter PATIENCE = 12, parameter T = 2) (
  input clk, input rst, input [15:0] s_data, input s_valid, output s_ready, output [15:0] m_data, output m_valid, input m_ready);
  wire [15:0] a; wire av, tr, tv; wire [7:0] fl, level; reg [5:0] n; reg [1:0] st; reg [15:0] k;
  tk_pipe #(.ROOM(FEED)) feed (clk, rst, s_data, s_valid, s_ready, a, av, st == 0, fl);
  always @(posedge clk) if (rst) st <= 0; else case (st)
    0: if (av) begin st <= 1; n <= T + a[1:0]; k <= a + 16'h1111; end
    1: begin n <= n - 1; if (n == 1) st <= 2; end
    2: if (tr) st <= 0;
    default: st <= 0;
  endcase
  reg drains; reg [7:0] quiet; wire [15:0] out;
  tk_pipe #(.ROOM(ROOM)) basin (clk, rst, k, st == 2, tr, out, tv, drains && m_ready, level);
  always @(posedge clk) if (rst) begin drains <= 0; quiet <= 0; end else begin
    quiet <= st == 2 && tr ? 0 : quiet + (quiet != 255);
    if (!drains) drains <= level >= HIGH || (level != 0 && quiet >= PATIENCE);
    else if (level == 1 && m_ready && !(st == 2 && tr)) drains <= 0;
  end
  assign m_valid = drains && tv, m_data = out;
endmodule
