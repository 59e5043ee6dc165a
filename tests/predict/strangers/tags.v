// SPDX-License-Identifier: Apache-2.0
// A pool of tags for two workers: a word enters only with a tag, and the tag comes back three cycles after the word has left.
`timescale 1ns / 1ns
module tg_line #(parameter N = 4) (
  input clk, input rst, input [15:0] x, input xv, output xr, output [15:0] y, output yv, input yr);
  reg [15:0] m [0:N-1]; reg [5:0] fill, rd, wr;
  assign xr = fill < N, yv = |fill, y = m[rd];
  always @(posedge clk) if (rst) begin fill <= 0; rd <= 0; wr <= 0; end else begin
    case ({xv & xr, yv & yr}) 2'b10: fill <= fill + 1; 2'b01: fill <= fill - 1; default: ; endcase
    if (xv & xr) begin m[wr] <= x; wr <= wr == N - 1 ? 0 : wr + 1; end
    if (yv & yr) rd <= rd == N - 1 ? 0 : rd + 1;
  end
endmodule

module tg_worker #(parameter T = 3) (
  input clk, input rst, input [15:0] x, input xv, output xr, output [15:0] y, output yv, input yr);
  localparam REST = 0, WORK = 1, GIVE = 2;
  reg [1:0] at; reg [5:0] n; reg [15:0] k;
  assign xr = at == REST, yv = at == GIVE, y = k;
  always @(posedge clk) if (rst) at <= REST; else case (at)
    REST: if (xv) begin at <= WORK; n <= T + x[7:6]; k <= {x[7:0], x[15:8]}; end
    WORK: begin n <= n - 1; if (n <= 1) at <= GIVE; end
    GIVE: if (yr) at <= REST;
    default: at <= REST;
  endcase
endmodule

module tags #(parameter POOL = 5, parameter L = 4, parameter R = 4, parameter OUT = 2, parameter TL = 5, parameter TR = 9) (
  input clk, input rst, input [15:0] s_data, input s_valid, output s_ready, output [15:0] m_data, output m_valid, input m_ready);
  reg [5:0] left; reg [2:0] home; reg side;
  wire leaves = m_valid & m_ready, enters = s_valid & s_ready;
  always @(posedge clk) if (rst) begin left <= POOL; home <= 0; side <= 0; end else begin
    home <= {home[1:0], leaves};
    left <= left - enters + home[2];
    if (enters) side <= ~side;
  end
  wire lr, rr, lv, rv, lw, rw, lyv, ryv, lyr, ryr; wire [15:0] l, r, ly, ry;
  assign s_ready = left != 0 & (side ? rr : lr);
  tg_line #(.N(L)) q_left (clk, rst, s_data, s_valid & left != 0 & ~side, lr, l, lv, lw);
  tg_line #(.N(R)) q_right (clk, rst, s_data, s_valid & left != 0 & side, rr, r, rv, rw);
  tg_worker #(.T(TL)) work_left (clk, rst, l, lv, lw, ly, lyv, lyr);
  tg_worker #(.T(TR)) work_right (clk, rst, r, rv, rw, ry, ryv, ryr);
  reg turn; wire or_; wire [15:0] picked = turn ? ry : ly; wire pv = turn ? ryv : lyv;
  always @(posedge clk) if (rst) turn <= 0; else if (pv & or_) turn <= ~turn;
  assign lyr = ~turn & or_, ryr = turn & or_;
  tg_line #(.N(OUT)) q_out (clk, rst, picked, pv, or_, m_data, m_valid, m_ready);
endmodule
