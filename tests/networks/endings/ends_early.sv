// SPDX-License-Identifier: Apache-2.0
// Ends at a time, in the middle of the work, and prints how far it came.
module tb;
  localparam int COUNT = 1000000;
  `include "source_and_sink.svh"
  initial begin
    #20000 $display("%0d results", got);
    $finish;
  end
endmodule
