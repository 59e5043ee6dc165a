// SPDX-License-Identifier: Apache-2.0
module tb;
  parameter int LOAD = 24, SOLVE = 56, STORE = 8;
  logic clk = 0, rst = 1, go, ready;
  logic [15:0] value;
  int rounds = 0, cycles = 0;
  kernel #(LOAD, SOLVE, STORE) dut (.*);
  assign go = !rst && rounds < 20;
  always #5 clk = ~clk;
  always @(posedge clk) begin
    cycles <= cycles + 1;
    if (!rst && go && ready) rounds <= rounds + 1;
    if (rounds == 20 && ready) begin
      $display("value %0d", value);
      $display("cycles %0d", cycles);
      $finish;
    end
  end
  initial begin
    repeat (4) @(posedge clk);
    rst <= 0;
  end
endmodule
