// SPDX-License-Identifier: Apache-2.0
//
// What all taps share when their body is the core; included beside it.

`ifndef TAPESTRY_COUNTER_WIDTH
  `define TAPESTRY_COUNTER_WIDTH 48
`endif
  // A core counts a sample one edge after it has observed it. A report at a cut of n edges finds
  // the core with n samples counted, or with n - 1 and the last one waiting; then the numbers are
  // the ones that it would have after one more edge.
  bit waiting;

  // An edge at time 0 does not count: clear drops its sample.
  reg              clear = 1'b0;
  reg              saw_time_0 = 1'b0;
  longint unsigned stamp;
  always @(posedge clk_i)
    if (`TAPESTRY_EDGE) begin
      stamp = `TAPESTRY_NOW;
      clear <= stamp == 0 && !saw_time_0;
      if (stamp == 0) saw_time_0 <= 1'b1;
    end
