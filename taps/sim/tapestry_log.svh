// SPDX-License-Identifier: Apache-2.0
//
// What taps share that store their samples and leave the counting to tapestry_counts.h; included in the module body.
//
// A log has a byte for each edge, that of edge n at place n % 128: bit 7 is the reset, the others are what the tap looks at.
// Every 64 edges the leader of the clock, or the tap itself, has those before the current edge counted. A process that
// stores a byte and calls nothing costs a few instructions, whether anything changes or not.

  reg [6:0]     place;
  byte unsigned samples [0:127];

  // A tap counts its own samples where it has no leader, or where others may be at work at that moment.
`ifdef TAPESTRY_COUNT_AT_EDGE
  localparam integer ALONE = (CLOCK < 0) ? 1 : 0;
`else
  localparam integer ALONE = 1;
`endif

  longint unsigned n;
  `define TAPESTRY_STORE(sample) \
      if (ALONE != 0) begin \
        n = edges_now(); \
        place = n[6:0]; \
        if (place[5:0] == 6'd0) $c("{void tapestry_count_alone(unsigned, uint64_t); tapestry_count_alone(", handle, ", ", n, ");}"); \
      end \
      else place = `TAPESTRY_SIM(place)[SLOT]; \
      samples[place] = {rst_i, sample};

  // What tapestry_sim.cpp has counted; `beat_bits` and `keep_bits` are those of a stream.
  `define TAPESTRY_REPORT(beat_bits, keep_bits) \
      function automatic bit report(input bit at_end); \
        `TAPESTRY_SIM(report_counts)(handle, edges_at_cut(), {31'd0, at_end}, beat_bits, keep_bits); \
        report = 1'b1; \
      endfunction
