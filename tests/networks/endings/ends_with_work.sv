// SPDX-License-Identifier: Apache-2.0
// Ends when all results are there, and prints the cycle in hexadecimal.
module tb;
  localparam int COUNT = 200;
  `include "source_and_sink.svh"
  int cycles = 0;
  always @(posedge clk) begin
    cycles <= cycles + 1;
    if (got == COUNT) begin
      $display("done after %0h cycles", cycles);
      $finish;
    end
  end
endmodule
