// SPDX-License-Identifier: Apache-2.0
// Two queues in a row, and a gate far in front of them that closes when both together hold too much; the wire takes two cycles to get there.
`timescale 1ns / 1ns
module fg_ring #(parameter PLACES = 8) (
  input ck, input rs, input [15:0] i, input i_v, output i_r, output [15:0] o, output o_v, input o_r, output [7:0] held);
  reg [15:0] cells [0:PLACES-1]; reg [7:0] n = 0, hd = 0, tl = 0;
  assign held = n, i_r = n != PLACES, o_v = n != 0, o = cells[hd];
  wire put = i_v & i_r, get = o_v & o_r;
  always @(posedge ck) if (rs) begin n <= 0; hd <= 0; tl <= 0; end else begin
    if (put) begin cells[tl] <= i; tl <= tl == PLACES - 1 ? 0 : tl + 1; end
    if (get) hd <= hd == PLACES - 1 ? 0 : hd + 1;
    if (put & ~get) n <= n + 1; else if (get & ~put) n <= n - 1;
  end
endmodule

module far_gate #(parameter FRONT = 8, parameter BACK = 6, parameter LIMIT = 7, parameter T = 4) (
  input ck, input rs, input [15:0] s_data, input s_valid, output s_ready, output [15:0] m_data, output m_valid, input m_ready);
  wire [7:0] h1, h2; reg shut0, shut1;
  always @(posedge ck) if (rs) {shut1, shut0} <= 0; else begin shut0 <= h1 + h2 >= LIMIT; shut1 <= shut0; end
  wire [15:0] a, b; wire a_v, a_r, b_v, b_r, f_r;
  assign s_ready = f_r & ~shut1;
  fg_ring #(.PLACES(FRONT)) front (ck, rs, s_data, s_valid & ~shut1, f_r, a, a_v, a_r, h1);
  // A worker of T cycles, and as many more as the word says.
  reg [4:0] todo; reg [15:0] w; reg done;
  assign a_r = todo == 0 & ~done;
  wire bk_r;
  always @(posedge ck) if (rs) begin todo <= 0; done <= 0; end else begin
    if (a_v & a_r) begin w <= a + 3; todo <= T + a[5:4]; end
    else if (todo != 0) begin todo <= todo - 1; if (todo == 1) done <= 1; end
    if (done & bk_r) done <= 0;
  end
  fg_ring #(.PLACES(BACK)) back (ck, rs, w, done, bk_r, b, b_v, b_r, h2);
  reg [4:0] rest; reg [15:0] last; reg full;
  assign b_r = rest == 0 & ~full, m_valid = full, m_data = last;
  always @(posedge ck) if (rs) begin rest <= 0; full <= 0; end else begin
    if (b_v & b_r) begin last <= b ^ 16'h00ff; rest <= 2 + {b[9:8], 1'b0}; end
    else if (rest != 0) begin rest <= rest - 1; if (rest == 1) full <= 1; end
    if (full & m_ready) full <= 0;
  end
endmodule
