// SPDX-License-Identifier: Apache-2.0
//
// What taps share that store their samples and leave the counting to tapestry_counts.h; included in the module body.
//
// A lane holds the samples of one signal: that of edge n at place n % 128. Every 64 edges the leader of the clock, or the
// tap itself, has those before the current edge counted. A process that stores and calls nothing costs a few instructions
// a signal, whether it changes or not.

  reg [6:0]     place;
  byte unsigned resets [0:127];

  // A tap counts its own samples where it has no leader, or where others may be at work at that moment.
`ifdef TAPESTRY_COUNT_AT_EDGE
  localparam integer ALONE = (CLOCK < 0) ? 1 : 0;
`else
  localparam integer ALONE = 1;
`endif

  longint unsigned n;
  `define TAPESTRY_BEGIN_EDGE \
      if (ALONE != 0) begin \
        n = edges_now(); \
        place = n[6:0]; \
        if (place[5:0] == 6'd0) $c("{void tapestry_count_alone(unsigned, uint64_t); tapestry_count_alone(", handle, ", ", n, ");}"); \
      end \
      else place = `TAPESTRY_SIM(place)[SLOT]; \
      resets[place] = {7'd0, rst_i};
