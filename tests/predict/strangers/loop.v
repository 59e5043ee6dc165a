// SPDX-License-Identifier: Apache-2.0
// Credits over a link of LAG cycles each way. One parameter, WINDOW, is what the sender starts with and what the receiver can hold. Another stage behind has a queue of its own.
`timescale 1ns / 1ns
module lp_sender #(parameter CREDITS = 8) (
  input clk, input rst, input [15:0] d, input d_valid, output d_ready, output reg [15:0] word, output reg strobe, input credit);
  reg [7:0] have;
  assign d_ready = have != 0;
  always @(posedge clk) if (rst) begin have <= CREDITS; strobe <= 0; end else begin
    strobe <= d_valid && d_ready; word <= d;
    have <= have + credit - (d_valid && d_ready);
  end
endmodule
module lp_receiver #(parameter HOLDS = 8) (
  input clk, input rst, input [15:0] word, input strobe, output reg credit, output [15:0] q, output q_valid, input q_ready);
  reg [15:0] mem [0:HOLDS-1]; reg [7:0] level, ri, wi;
  assign q_valid = level != 0, q = mem[ri];
  wire out = q_valid && q_ready;
  always @(posedge clk) if (rst) begin level <= 0; ri <= 0; wi <= 0; credit <= 0; end else begin
    credit <= out; level <= level + strobe - out;
    if (strobe) begin mem[wi] <= word; wi <= wi == HOLDS - 1 ? 0 : wi + 1; end
    if (out) ri <= ri == HOLDS - 1 ? 0 : ri + 1;
    if (strobe && level == HOLDS) $error("overrun");
  end
endmodule
module lp_plain #(parameter HOLDS = 8) (
  input clk, input rst, input [15:0] d, input dv, output dr, output [15:0] q, output qv, input qr);
  reg [15:0] mem [0:HOLDS-1]; reg [7:0] level, ri, wi;
  assign dr = level != HOLDS, qv = level != 0, q = mem[ri];
  always @(posedge clk) if (rst) begin level <= 0; ri <= 0; wi <= 0; end else begin
    level <= level + (dv && dr) - (qv && qr);
    if (dv && dr) begin mem[wi] <= d; wi <= wi == HOLDS - 1 ? 0 : wi + 1; end
    if (qv && qr) ri <= ri == HOLDS - 1 ? 0 : ri + 1;
  end
endmodule
module loop #(parameter WINDOW = 8, parameter TAIL = 4, parameter LAG = 4, parameter T = 2) (
  input clk, input rst, input [15:0] s_data, input s_valid, output s_ready, output [15:0] m_data, output m_valid, input m_ready);
  wire [15:0] w0, q, z; wire s0, c0, qv, zr, zv; reg [15:0] wd [0:LAG]; reg [LAG:0] sd, cd; integer i;
  lp_sender #(.CREDITS(WINDOW)) tx (clk, rst, s_data, s_valid, s_ready, w0, s0, cd[LAG-1]);
  always @(posedge clk) begin
    wd[0] <= w0; for (i = 1; i < LAG; i = i + 1) wd[i] <= wd[i-1];
    if (rst) begin sd <= 0; cd <= 0; end else begin sd <= {sd[LAG-1:0], s0}; cd <= {cd[LAG-1:0], c0}; end
  end
  lp_receiver #(.HOLDS(WINDOW)) rx (clk, rst, wd[LAG-1], sd[LAG-1], c0, q, qv, st == 0);
  reg [1:0] st; reg [5:0] n; reg [15:0] k;
  always @(posedge clk) if (rst) st <= 0; else case (st)
    0: if (qv) begin st <= 1; n <= T + (q[3:0] == 0 ? 20 : 0); k <= q - 1; end
    1: begin n <= n - 1; if (n == 1) st <= 2; end
    2: if (zr) st <= 0;
    default: st <= 0;
  endcase
  lp_plain #(.HOLDS(TAIL)) tail (clk, rst, k, st == 2, zr, z, zv, m_ready);
  assign m_valid = zv, m_data = z;
endmodule
