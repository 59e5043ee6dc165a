// SPDX-License-Identifier: Apache-2.0
// Each block of four words goes two ways: one gathers the whole block before it gives its sum, the other passes the words on.
// The join takes the sum before the words, so that the words have to wait somewhere.
`timescale 1ns / 1ns
module me_q #(parameter ROOM = 8) (
  input clk, input rst, input [15:0] i, input i_v, output i_r, output [15:0] o, output o_v, input o_r);
  reg [15:0] mem [0:ROOM-1]; reg [7:0] n, a, b;
  assign i_r = n != ROOM, o_v = n != 0, o = mem[a];
  always @(posedge clk)
    if (rst) begin n <= 0; a <= 0; b <= 0; end
    else begin
      if (i_v && i_r) begin mem[b] <= i; b <= b == ROOM-1 ? 0 : b+1; end
      if (o_v && o_r) a <= a == ROOM-1 ? 0 : a+1;
      n <= n + (i_v && i_r) - (o_v && o_r);
    end
endmodule

module me_sum #(parameter T = 7) (input clk, input rst, input [15:0] i, input i_v, output i_r, output [15:0] o, output o_v, input o_r);
  reg [1:0] st, k; reg [15:0] s; reg [5:0] left;
  assign i_r = st == 0, o_v = st == 2, o = s;
  always @(posedge clk)
    if (rst) begin st <= 0; k <= 0; s <= 0; end
    else case (st)
      0: if (i_v) begin s <= k == 0 ? i : s + i; k <= k + 1; if (k == 3) begin st <= 1; left <= T; end end
      1: begin left <= left - 1; if (left == 1) st <= 2; end
      2: if (o_r) st <= 0;
      default: st <= 0;
    endcase
endmodule

module me_join (input clk, input rst, input [15:0] s, input s_v, output s_r, input [15:0] w, input w_v, output w_r, output [15:0] o, output o_v, input o_r);
  localparam SUM = 0, WORDS = 1;
  reg st; reg [1:0] k; reg [15:0] kept;
  assign s_r = st == SUM, w_r = st == WORDS && o_r, o_v = st == WORDS && w_v, o = w - kept;
  always @(posedge clk)
    if (rst) begin st <= SUM; k <= 0; end
    else case (st)
      SUM: if (s_v) begin kept <= s; st <= WORDS; end
      WORDS: if (w_v && o_r) begin k <= k + 1; if (k == 3) st <= SUM; end
    endcase
endmodule

module meeting #(parameter HELD = 12, parameter SUMS = 2, parameter T = 7, parameter LAST = 3) (
  input clk, input rst, input [15:0] s_data, input s_valid, output s_ready, output [15:0] m_data, output m_valid, input m_ready);
  wire [15:0] d, ws, sm, sq, j; wire wv, wr, sv, sr, qv, qr, ir, jr, jv, fr;
  assign s_ready = fr && ir;
  me_q #(.ROOM(HELD)) q_words (clk, rst, s_data, s_valid && ir, fr, ws, wv, wr);
  me_sum #(.T(T)) u_sum (clk, rst, s_data, s_valid && fr, ir, sm, sv, sr);
  me_q #(.ROOM(SUMS)) q_sums (clk, rst, sm, sv, sr, sq, qv, qr);
  me_join u_join (clk, rst, sq, qv, qr, ws, wv, wr, j, jv, jr);
  me_q #(.ROOM(LAST)) q_last (clk, rst, j, jv, jr, m_data, m_valid, m_ready);
endmodule
