// SPDX-License-Identifier: Apache-2.0
// Runs the example until the answer has come.
module tb #(
    parameter BUSY1 = 125,
    parameter BUSY2 = 75
);
  logic clk = 0, rst = 1, done;
  always #5 clk = !clk;
  top #(.BUSY1(BUSY1), .BUSY2(BUSY2)) dut (.clk, .rst, .done);
  initial begin
    repeat (4) @(posedge clk);
    #1 rst = 0;
    wait (done);
    @(posedge clk);
    $finish;
  end
endmodule
