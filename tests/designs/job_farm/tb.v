// SPDX-License-Identifier: Apache-2.0
`timescale 1ns / 1ps
module tb;
  reg        clk = 1'b0, rst = 1'b1;
  reg  [2:0] start = 3'd0;
  reg  [4:0] size = 5'd0;
  reg  [7:0] a = 8'd0, b = 8'd0;
  wire [5:0] status;
  wire       busy;
  job_farm u_dut (.clk(clk), .rst(rst), .start(start), .size(size), .a(a), .b(b), .status(status), .busy(busy));
  always #5 clk = !clk;

  reg [31:0] x = 32'h1234_5678;
  integer    n = 0, changes = 0;
  always @(posedge clk) begin
    x <= {x[30:0], x[31] ^ x[21] ^ x[1] ^ x[0]};
    start <= x[2:0] & x[10:8];
    size <= x[7:3];
    // Values rest at times.
    if (x[12:11] != 2'd0) begin
      a <= x[20:13];
      b <= x[28:21];
    end
    n <= n + 1;
    rst <= n < 4 || (n > 700 && n < 704);
    if (busy) changes <= changes + 1;
  end
  initial begin
    if ($test$plusargs("vcd")) begin
      $dumpfile("bare.vcd");
      $dumpvars(0, tb);
    end
    repeat (3000) @(posedge clk);
    #2 $display("PASS busy %0d of %0d", changes, n);
    $finish;
  end
endmodule
