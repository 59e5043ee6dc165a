// SPDX-License-Identifier: Apache-2.0
// Waits for a while after the last result, as if more could come.
module tb;
  localparam int COUNT = 200;
  `include "source_and_sink.svh"
  initial begin
    wait (got == COUNT);
    repeat (1500) @(posedge clk);
    $finish;
  end
endmodule
