// SPDX-License-Identifier: Apache-2.0
// A window of bytes: one parameter is what the sender may have under way and what the far buffer holds, in bytes, a power of two.
`timescale 1ns / 1ns
module wi_tx #(parameter BYTES = 16) (
  input clk, input rst, input [31:0] in, input in_valid, output in_ready, output [31:0] out, output out_strobe, input freed);
  reg [7:0] free;
  assign in_ready = free >= 4, out_strobe = in_valid && in_ready, out = in;
  always @(posedge clk) if (rst) free <= BYTES; else free <= free - (out_strobe ? 4 : 0) + (freed ? 4 : 0);
endmodule

module wi_rx #(parameter BYTES = 16) (
  input clk, input rst, input [31:0] in, input in_strobe, output [31:0] out, output out_valid, input out_ready, output freed);
  localparam WORDS = BYTES / 4, BITS = WORDS > 1 ? $clog2(WORDS) : 1;
  reg [31:0] ram [0:WORDS-1]; reg [BITS:0] w, r;
  assign out = ram[r[BITS-1:0] % WORDS], out_valid = w != r, freed = out_valid && out_ready;
  always @(posedge clk)
    if (rst) begin w <= 0; r <= 0; end
    else begin if (in_strobe) begin ram[w[BITS-1:0] % WORDS] <= in; w <= w + 1; end if (freed) r <= r + 1; end
endmodule

module wi_q #(parameter BYTES = 32) (
  input clk, input rst, input [31:0] in, input in_valid, output in_ready, output [31:0] out, output out_valid, input out_ready);
  localparam WORDS = BYTES / 4, BITS = WORDS > 1 ? $clog2(WORDS) : 1;
  reg [31:0] ram [0:WORDS-1]; reg [BITS:0] w, r;
  wire [BITS:0] n = w - r;
  assign in_ready = n < WORDS, out_valid = n != 0, out = ram[WORDS > 1 ? r[BITS-1:0] : 0];
  always @(posedge clk)
    if (rst) begin w <= 0; r <= 0; end
    else begin
      if (in_valid && in_ready) begin ram[WORDS > 1 ? w[BITS-1:0] : 0] <= in; w <= w + 1; end
      if (out_valid && out_ready) r <= r + 1;
    end
endmodule

module window #(parameter IN_BYTES = 32, parameter WINDOW_BYTES = 32, parameter WORK = 3) (
  input clk, input rst, input [15:0] s_data, input s_valid, output s_ready, output [15:0] m_data, output m_valid, input m_ready);
  wire [31:0] a, b, c; wire av, ar, bs, cv, freed; reg [3:0] back, bs_way; reg [31:0] b1, b2, b3; 
  wi_q #(.BYTES(IN_BYTES)) q_in (clk, rst, {2{s_data}}, s_valid, s_ready, a, av, ar);
  wi_tx #(.BYTES(WINDOW_BYTES)) tx (clk, rst, a, av, ar, b, bs, back[3]);
  always @(posedge clk) if (rst) begin back <= 0; bs_way <= 0; end else begin back <= {back[2:0], freed}; bs_way <= {bs_way[2:0], bs}; b1 <= b; b2 <= b1; b3 <= b2; end
  wi_rx #(.BYTES(WINDOW_BYTES)) rx (clk, rst, b3, bs_way[2], c, cv, st == 0, freed);
  reg [1:0] st; reg [4:0] left; reg [15:0] k;
  always @(posedge clk)
    if (rst) st <= 0;
    else case (st)
      0: if (cv) begin st <= 1; left <= WORK + c[3:0]; k <= c[15:0] + 1; end
      1: begin left <= left - 1; if (left == 1) st <= 2; end
      2: if (m_ready) st <= 0;
      default: st <= 0;
    endcase
  assign m_valid = st == 2, m_data = k;
endmodule
