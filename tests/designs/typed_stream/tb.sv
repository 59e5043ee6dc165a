// SPDX-License-Identifier: Apache-2.0
// Counts up through all three hops, with gaps on both sides; what comes out last must have gone in.
`timescale 1ns / 1ns

module tb;
  import beats_pkg::*;
  logic        clk = 0, rst = 1, go = 0, take = 0;
  logic [36:0] value = '0;
  pair_t       pair;
  order_t      order;
  logic [63:0] words;

  always #5 clk = ~clk;
  typed_stream u_dut (.*);

  initial begin
    if ($test$plusargs("vcd")) begin
      $dumpfile("bare.vcd");
      $dumpvars(0, tb);
    end
    repeat (3) @(negedge clk);
    rst = 0;
    for (int i = 0; i < 300; i++) begin
      go = i % 4 != 0;
      take = i % 3 != 1;
      value = 37'(i) * 37'd1234567;
      @(negedge clk);
    end
    if (pair === order[1:0] && words[36:0] === order && order !== 'x && order != 0) $display("PASS");
    else $display("FAIL %b %h %h", pair, order, words);
    $finish;
  end
endmodule
