// SPDX-License-Identifier: Apache-2.0
//
// When frames end; included by whoever counts edges.
//
// With a period of N, at edges N, 2N, 3N ... Without one, frames grow: the first ends at edge 64
// and each next end is 5/4 of the one before, so that a run that is killed has left a record of at
// least 4/5 of it, and the number of records grows with the logarithm of the run only.

  `include "tapestry_dpi.svh"
  longint unsigned frame_period = 0;
  longint unsigned frame_end;

  function automatic longint unsigned next_frame_end(input longint unsigned this_end);
    next_frame_end = (frame_period != 0) ? this_end + frame_period : this_end * 5 / 4;
  endfunction

  initial begin
`ifdef TAPESTRY_DPI
    frame_period = tapestry_sim::frame_period();
`else
    if (!$value$plusargs("tapestry_frame=%d", frame_period)) frame_period = 0;
`endif
    frame_end = (frame_period != 0) ? frame_period : 64;
  end
