// SPDX-License-Identifier: Apache-2.0
// Ends at a time that is long after the work.
module tb;
  localparam int COUNT = 200;
  `include "source_and_sink.svh"
  initial #60000 $finish;
endmodule
