// SPDX-License-Identifier: Apache-2.0
// A gray-coded queue from a fast side that makes words to a slow side that works on them.
`timescale 1ns / 1ns
module tc_async #(parameter AW = 3) (
  input wclk, input wrst, input [15:0] wdata, input winc, output wfull, input rclk, input rrst, output [15:0] rdata, input rinc, output rempty);
  reg [15:0] mem [0:(1<<AW)-1]; reg [AW:0] wbin, rbin, wq1, wq2, rq1, rq2;
  wire [AW:0] wgray = wbin ^ (wbin >> 1), rgray = rbin ^ (rbin >> 1);
  assign wfull = wgray == {~wq2[AW:AW-1], wq2[AW-2:0]}, rempty = rgray == rq2, rdata = mem[rbin[AW-1:0]];
  always @(posedge wclk)
    if (wrst) begin wbin <= 0; wq1 <= 0; wq2 <= 0; end
    else begin {wq2, wq1} <= {wq1, rgray}; if (winc && !wfull) begin mem[wbin[AW-1:0]] <= wdata; wbin <= wbin + 1; end end
  always @(posedge rclk)
    if (rrst) begin rbin <= 0; rq1 <= 0; rq2 <= 0; end
    else begin {rq2, rq1} <= {rq1, wgray}; if (rinc && !rempty) rbin <= rbin + 1; end
endmodule

module tc_sync #(parameter D = 4) (
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

module two_clocks #(parameter MADE = 4, parameter AW = 3, parameter DONE = 4, parameter T = 5) (
  input clk, input clk_slow, input rst, input [15:0] s_data, input s_valid, output s_ready, output [15:0] m_data, output m_valid, input m_ready);
  wire [15:0] a, b; wire av, full, empty; reg [1:0] st; reg [5:0] left; reg [15:0] k; wire dr;
  reg [1:0] rs; always @(posedge clk_slow) rs <= {rs[0], rst};
  tc_sync #(.D(MADE)) q_made (clk, rst, s_data, s_valid, s_ready, a, av, !full);
  tc_async #(.AW(AW)) q_cross (clk, rst, a, av, full, clk_slow, rs[1], b, st == 0, empty);
  always @(posedge clk_slow)
    if (rs[1]) st <= 0;
    else case (st)
      0: if (!empty) begin st <= 1; left <= T + b[3:0]; k <= ~b; end
      1: begin left <= left - 1; if (left == 1) st <= 2; end
      2: if (dr) st <= 0;
      default: st <= 0;
    endcase
  tc_sync #(.D(DONE)) q_done (clk_slow, rs[1], k, st == 2, dr, m_data, m_valid, m_ready);
endmodule
