// SPDX-License-Identifier: Apache-2.0
// Offers words as fast as the design takes them, or one every SOURCE cycles; with BATCH as many at once, and the next when all answers
// of them are there and THINK cycles have passed. LAPSE makes it take by the bits of a shift register. The run ends with the last answer; it is an error if all of them
// do not add up to EXPECTED.
`timescale 1ns / 1ns
module tb #(DECLARED parameter WORDS = 300, parameter SOURCE = 1, parameter SINK = 1, parameter BATCH = 0, parameter THINK = 6, parameter LAPSE = 0, parameter EXPECTED = 0, parameter SLOW_HALF = 8);
  reg clk = 0, clk_slow = 0, rst = 1;
  always #5 clk = ~clk;
  always #SLOW_HALF clk_slow = ~clk_slow;
  wire out_clk = OUT_CLOCK;
  reg [15:0] s_data = 16'h2a5b; reg s_valid = 0, m_ready = 0;
  wire [15:0] m_data; wire s_ready, m_valid;
  MODULE #(PASSED) dut (PORTS);
  integer offered = 0, got = 0, wait_in = 0, wait_out = 0, think = 0, cycles = 0;
  reg [15:0] lfsr = 16'hbeef, sum = 0;
  initial begin repeat (6) @(posedge clk_slow); rst <= 0; end
  always @(posedge clk) begin
    cycles <= cycles + 1;
    if (cycles == 60000) begin $display("stuck"); $finish; end
    if (!rst) begin
      if (wait_in != 0) wait_in <= wait_in - 1;
      if (think != 0) think <= think - 1;
      if (s_valid && s_ready) begin
        s_data <= {s_data[14:0], s_data[15] ^ s_data[13] ^ s_data[12] ^ s_data[10]};
        offered <= offered + 1;
        wait_in <= SOURCE - 1;
        s_valid <= SOURCE == 1 && offered + 1 < WORDS && (BATCH == 0 || (offered + 1) % BATCH != 0);
        if (BATCH != 0) think <= THINK;
      end else if (!s_valid && offered < WORDS && wait_in <= 1 && (BATCH == 0 || offered % BATCH != 0 || (got == offered && think == 0)))
        s_valid <= 1;
    end
  end
  always @(posedge out_clk)
    if (!rst) begin
      lfsr <= {lfsr[14:0], lfsr[15] ^ lfsr[13] ^ lfsr[12] ^ lfsr[10]};
      if (wait_out != 0) wait_out <= wait_out - 1;
      if (m_valid && m_ready) begin
        got <= got + 1;
        sum <= sum + m_data;
        if (got + 1 == WORDS) begin
          $display("cycles %0d sum %0d", cycles, sum + m_data & 16'hffff);
          if (EXPECTED != 0 && EXPECTED != (sum + m_data & 16'hffff)) $error("wrong sum");
          $finish;
        end
        wait_out <= SINK - 1;
        m_ready <= SINK == 1 && (LAPSE == 0 || (lfsr & LAPSE) == 0);
      end else if (wait_out <= 1) m_ready <= LAPSE == 0 || m_valid && m_ready || (lfsr & LAPSE) == 0;
    end
endmodule
