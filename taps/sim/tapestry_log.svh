// SPDX-License-Identifier: Apache-2.0
//
// What taps share that store their samples and leave the counting to tapestry_counts.h; included in the module body.
//
// `logged` is the byte of an edge: 7 bits of what the tap looks at, and the reset above them. That of edge n is stored at place n % 128.
// The bytes are stored by the tapestry_log that names the tap among its lanes, or, with IN_LOG = 0, by the tap itself.
// Every 64 edges the leader of the clock, or who stores them, has those before the current edge counted. A process that
// stores and calls nothing costs a few instructions, whether anything changes or not.

  longint unsigned samples;  // where they are, if the tap stores them
  initial samples = `TAPESTRY_SIM(start_samples)(handle, IN_LOG);

  // Samples are counted by who stores them where there is no leader, or where others may be at work at that moment.
`ifdef TAPESTRY_COUNT_AT_EDGE
  localparam integer SELF = (CLOCK < 0) ? 1 : 0;
`else
  localparam integer SELF = 1;
`endif

  // Where the sample of this edge is stored, for use at an edge.
  function automatic [6:0] place_now();
    place_now = (CLOCK < 0) ? own.edges[6:0] : `TAPESTRY_SIM(edges)[SLOT][6:0];
  endfunction

  generate
    if (IN_LOG == 0) begin : alone
      reg [6:0]        place;
      longint unsigned n;
      always @(posedge clk_i) begin
        place = place_now();
        if (SELF != 0 && place[5:0] == 6'd0) begin
          n = edges_now();
          $c("{void tapestry_count_alone(unsigned, uint64_t); tapestry_count_alone(", handle, ", ", n, ");}");
        end
        `TAPESTRY_PUT(samples, 1, place, logged)
      end
    end
  endgenerate

  // What tapestry_sim.cpp has counted; `beat_bits` and `keep_bits` are those of a stream.
  `define TAPESTRY_REPORT(beat_bits, keep_bits) \
      function automatic bit report(input bit at_end); \
        `TAPESTRY_SIM(report_counts)(handle, edges_at_cut(), {31'd0, at_end}, beat_bits, keep_bits); \
        report = 1'b1; \
      endfunction
