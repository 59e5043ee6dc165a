// SPDX-License-Identifier: Apache-2.0
// Feeds a design of this folder TOKENS words, one every SOURCE cycles at most, and takes its results, one every SINK cycles at
// most. With UNANSWERED it waits for answers: at most so many words are without a result. `score` writes the design's name and parameters where DUT, DECLARED and PASSED stand. With OUT_CLOCK the results have a
// clock of their own.
`timescale 1ns / 1ps
module bench #(DECLARED
    parameter int TOKENS = 400,
    parameter int SOURCE = 1,
    parameter int SINK = 1,
    parameter int UNANSWERED = 0,
    parameter int HALF = 5000,
    parameter int OUT_HALF = 7000,
    parameter int LIMIT = 200000
);
  logic clk = 0, out_clk = 0, rst = 1;
  always #(HALF / 1000.0) clk = ~clk;
  always #(OUT_HALF / 1000.0) out_clk = ~out_clk;
`ifdef OUT_CLOCK
  wire sink_clk = out_clk;
`else
  wire sink_clk = clk;
`endif
  int cycles = 0, sent = 0, got = 0, since = 0, rest = 0;
  logic [31:0] dice = 32'h1234567;
  logic s_valid = 0, s_ready, m_valid, m_ready = 0;
  logic [15:0] m_data;
  wire may = UNANSWERED == 0 || sent + (s_valid && s_ready) - got < UNANSWERED;
  DUT #(PASSED) dut (
      .clk, .rst,
`ifdef OUT_CLOCK
      .out_clk, .out_rst(rst),
`endif
      .s_data(dice[23:8]), .s_valid, .s_ready, .m_data, .m_valid, .m_ready);
  initial begin
    repeat (4) @(posedge out_clk);
    rst <= 0;
  end
  always @(posedge clk) begin
    cycles <= cycles + 1;
    if (cycles == LIMIT) begin
      $display("stuck");
      $finish;
    end
    if (!rst) begin
      since <= since + 1;
      if (s_valid && s_ready) begin
        sent <= sent + 1;
        since <= 1;
        dice <= {dice[30:0], dice[31] ^ dice[21] ^ dice[1] ^ dice[0]};
        s_valid <= SOURCE <= 1 && sent + 1 < TOKENS && may;
      end else if (!s_valid && sent < TOKENS && may && (sent == 0 || since + 1 >= SOURCE)) s_valid <= 1;
    end
  end
  always @(posedge sink_clk)
    if (!rst) begin
      rest <= rest + 1;
      if (m_valid && m_ready) begin
        got <= got + 1;
        rest <= 1;
        m_ready <= SINK <= 1;
        if (got + 1 == TOKENS) begin
          $display("cycles %0d", cycles);
          $finish;
        end
      end else if (!m_ready && (got == 0 || rest + 1 >= SINK)) m_ready <= 1;
    end
endmodule
