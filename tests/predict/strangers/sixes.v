// SPDX-License-Identifier: Apache-2.0
// Buffers whose size is in bytes: an entry takes six, two of which are its header; what does not fill one is lost.
`timescale 1ns / 1ns
module sx_buf #(parameter BYTES = 24) (
  input clk, input rst, input [47:0] i, input iv, output ir, output [47:0] o, output ov, input orr);
  localparam ENTRIES = BYTES / 6;
  reg [47:0] mem [0:ENTRIES-1]; reg [9:0] used; reg [7:0] rp, wp;
  // In bytes too.
  assign ir = used + 6 <= BYTES, ov = used != 0, o = mem[rp];
  always @(posedge clk) if (rst) begin used <= 0; rp <= 0; wp <= 0; end else begin
    used <= used + (iv && ir ? 6 : 0) - (ov && orr ? 6 : 0);
    if (iv && ir) begin mem[wp] <= i; wp <= wp + 1 == ENTRIES ? 0 : wp + 1; end
    if (ov && orr) rp <= rp + 1 == ENTRIES ? 0 : rp + 1;
  end
endmodule
module sixes #(parameter IN_BYTES = 24, parameter OUT_BYTES = 36, parameter T = 3) (
  input clk, input rst, input [15:0] s_data, input s_valid, output s_ready, output [15:0] m_data, output m_valid, input m_ready);
  reg [7:0] seq; always @(posedge clk) if (rst) seq <= 0; else if (s_valid && s_ready) seq <= seq + 1;
  wire [47:0] a, b; wire av, bv, br;
  sx_buf #(.BYTES(IN_BYTES)) in_buf (clk, rst, {8'hab, seq, 16'h0, s_data}, s_valid, s_ready, a, av, go == 0);
  // Bursts: eight quick words, then one that takes long.
  reg [1:0] go; reg [5:0] n; reg [47:0] k;
  always @(posedge clk) if (rst) go <= 0; else case (go)
    0: if (av) begin k <= a + 1; n <= a[34:32] == 7 ? 24 : 1; go <= 1; end
    1: begin n <= n - 1; if (n == 1) go <= 2; end
    2: if (br) go <= 0;
    default: go <= 0;
  endcase
  sx_buf #(.BYTES(OUT_BYTES)) out_buf (clk, rst, k, go == 2, br, b, bv, fin == 0);
  reg [5:0] fin; reg [15:0] f; reg fv;
  always @(posedge clk) if (rst) begin fin <= 0; fv <= 0; end else begin
    if (fin == 0 && bv) begin fin <= T + 2; f <= b[15:0]; end
    else if (fin > 1) fin <= fin - 1;
    else if (fin == 1) begin fv <= 1; if (fv && m_ready) begin fv <= 0; fin <= 0; end end
  end
  assign m_valid = fv, m_data = f;
endmodule
