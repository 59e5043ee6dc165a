// SPDX-License-Identifier: Apache-2.0
//
// What all taps share when their body is the core; included beside it.

`ifndef TAPESTRY_COUNTER_WIDTH
  `define TAPESTRY_COUNTER_WIDTH 48
`endif
  localparam integer COUNTER_WIDTH = `TAPESTRY_COUNTER_WIDTH;

  // A core counts a sample one edge after it has observed it. A report at a cut of n edges finds
  // the core with n samples counted, or with n - 1 and the last one waiting; then the numbers are
  // the ones that it would have after one more edge. Simulation never cuts: all is in bank 0.
  bit waiting;

  // An edge at time 0 does not count, and before the first edge there is nothing to count.
  reg              count = 1'b0;
  reg              saw_time_0 = 1'b0;
  longint unsigned stamp;
  always @(posedge clk_i)
    if (`TAPESTRY_EDGE) begin
      stamp = `TAPESTRY_NOW;
      count <= stamp != 0 || saw_time_0;
      if (stamp == 0) saw_time_0 <= 1'b1;
    end

  function automatic longint unsigned long(input [COUNTER_WIDTH-1:0] value);
    long = {{64-COUNTER_WIDTH{1'b0}}, value};
  endfunction

  // Entry k of the table at `path`, and an extreme, after the waiting sample.
  `define TAPESTRY_ENTRY(path, k) (long(path.distributed.memory[k]) + ((waiting && count && path.index_i == (k)) ? 1 : 0))
  `define TAPESTRY_EXTREME(path) ((waiting && path.take) ? path.value_i : path.extreme_q)
  `define TAPESTRY_SUM(path) ((waiting && path.add_i) ? path.sum_d : path.sum_0_q)

  // Each edge is in one entry of the table, so the entries tell how many have been counted.
  `define TAPESTRY_COUNT(path, entries) \
      counted = 0; \
      for (entry = 0; entry < `TAPESTRY_BOUND(entries); entry = entry + 1) \
        counted = counted + long(path.distributed.memory[entry]); \
      waiting = counted != n;
  longint unsigned counted;
  int unsigned     entry;
