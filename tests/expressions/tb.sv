// SPDX-License-Identifier: Apache-2.0
// Random values for operators.sv, now and then with bits that are X: from cycle 0 on, or never with +known.
module tb;
  reg clk = 0;
  reg [3:0] a, b, s, t, up, high;
  reg [1:0] n;
  reg [99:0] wide, tall;
  reg [15:0] lanes;
  reg [5:0] pair;
  operators dut (.*);

  integer cycle;
  reg known;

  // Each signal keeps its value for a while, is small, or has one bit that is X.
  function automatic [99:0] next(input [99:0] last);
    next = {$urandom, $urandom, $urandom, $urandom};
    if ($urandom % 4 == 0) next = last;
    if ($urandom % 4 == 0) next = next & 100'h3;
    if ($urandom % 8 == 0) next = ~100'd0;
    if (!known && $urandom % 6 == 0) next[$urandom % 4] = 1'bx;
  endfunction

  always #5 clk = !clk;
  initial begin
    known = $test$plusargs("known") != 0;
    if ($test$plusargs("vcd") != 0) begin
      $dumpfile("bare.vcd");
      $dumpvars;
    end
    {a, b, s, t, up, high, n, wide, tall, lanes, pair} = 0;
    for (cycle = 0; cycle < 3000; cycle = cycle + 1) begin
      @(negedge clk);
      a = next(a);
      b = next(b);
      s = next(s);
      t = next(t);
      n = next(n);
      up = next(up);
      high = next(high);
      wide = next(wide);
      tall = next(tall);
      lanes = next(lanes);
      pair = next(pair);
    end
    $finish;
  end
endmodule
