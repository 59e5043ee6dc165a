// SPDX-License-Identifier: Apache-2.0
// It never ends by itself.
module tb;
  reg clk = 0, rst = 1;
  wire done;
  counter u_counter (
      .clk(clk),
      .rst(rst),
      .done(done)
  );
  always #5 clk = !clk;
  initial begin
    repeat (3) @(posedge clk);
    rst <= 0;
  end
endmodule
