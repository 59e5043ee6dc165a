// SPDX-License-Identifier: Apache-2.0
// Stores to every lane but the lowest, halves in every pattern, gaps on both sides.
`timescale 1ns / 1ns

module tb;
  logic        clk = 0, rst = 1, go = 0, take = 0, slave_ready = 0;
  logic [1:0]  lane = 1, halves = 0;
  logic [31:0] value = 32'h01020304;
  logic [15:0] narrow_sum;
  logic [63:0] wide_sum;
  logic [1:0]  tiny_sum;
  int          i = 0;

  always #5 clk = ~clk;
  store_ports u_dut (.*);

  initial if ($test$plusargs("vcd")) begin
    $dumpfile("bare.vcd");
    $dumpvars(0, tb);
  end

  // Old Verilators dump what a process with a loop over edges assigns only now and then; one that begins anew at each
  // edge is dumped as it is.
  always @(negedge clk) begin
    i <= i + 1;
    rst <= i < 2;
    go <= i > 2 && i % 4 != 0;
    take <= i % 3 != 0;
    slave_ready <= i % 5 != 0;
    lane <= 2'(1 + i % 3);
    halves <= 2'(i / 7);
    value <= value + 32'h01010101;
    if (i == 600) begin
      if (narrow_sum != 0 && wide_sum != 0) $display("PASS %0d", tiny_sum);
      else $display("FAIL");
      $finish;
    end
  end
endmodule
