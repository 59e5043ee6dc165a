// SPDX-License-Identifier: Apache-2.0
//
// tapestry_clock: the leader of a shared clock in simulation.
//
// Purpose      Counts the edges of clock CLOCK for all taps that name it, and ends their frames.
// Measures     edges, and the simulation time of the record; under Verilator the times of the first
//              and the last edge, if those between were as far apart as each other.
// Parameters   CLOCK: index of the clock, 0..63; exactly one leader exists for each index in use.
// Timing       An edge is a change to 1 at a time later than 0. An initial value of 1 makes such a
//              change at time 0 in some simulators and none in others, so the first change at time
//              0 is not an edge. A C++ bench that never advances time has all its edges at time 0:
//              all but the first count.

`default_nettype none
/* verilator lint_save */
/* verilator lint_off BLKSEQ */
/* verilator lint_off IMPURE */
/* verilator lint_off UNUSED */
/* verilator lint_off VARHIDDEN */

module tapestry_clock #(
    parameter integer CLOCK = 0
) (
    input wire clk_i
);
  localparam KIND = "clock";
  tapestry_own_clock #(.USED(0)) own (.clk_i(clk_i));
  `include "tapestry_tap.svh"
  `include "tapestry_frame.svh"

  bit              saw_time_0, step;
  longint unsigned stamp;
  longint unsigned count;  // of edges
  // The next number of edges at which there is more to do than to count: one comparison an edge instead of one for each reason.
  longint unsigned wake;

  function automatic longint unsigned next_wake(input longint unsigned n);
`ifdef TAPESTRY_COUNT_AT_EDGE
    next_wake = {n[63:6] + 58'd1, 6'd0};
`else
    next_wake = {n[63:10] + 54'd1, 10'd0};
`endif
`ifdef TAPESTRY_DPI
    if (n == 0) next_wake = 1;  // the second edge tells the period
`endif
    if (frame_end > n && frame_end < next_wake) next_wake = frame_end;
  endfunction

  initial begin
    count = 0;
`ifndef TAPESTRY_DPI
    `TAPESTRY_SIM(edges)[SLOT] = 0;
`endif
    `TAPESTRY_SIM(edges_before)[SLOT] = 0;
    `TAPESTRY_SIM(edge_time)[SLOT] = ~64'd0;
  end

  always @(posedge clk_i)
    if (`TAPESTRY_EDGE) begin
      stamp = `TAPESTRY_NOW;
      step = 1'b1;
      `TAPESTRY_SIM(edges_before)[SLOT] = count;
      `TAPESTRY_SIM(edge_time)[SLOT] = stamp;
      if (count == wake) begin
        if (stamp == 0 && !saw_time_0) begin
          saw_time_0 = 1'b1;
          step = 1'b0;
        end
        else begin
`ifdef TAPESTRY_COUNT_AT_EDGE
          if (count[5:0] == 6'd0)
            $c("{void tapestry_count(unsigned, uint64_t); tapestry_count(", handle, ", ", count, ");}");
`endif
`ifdef TAPESTRY_DPI
          // Rare enough to cost nothing, often enough for a progress bar of a slow simulation.
          if (count[9:0] == 10'd0 && count != 64'd0)
            if ($c32("([] { int tapestry_progress(unsigned, uint64_t, int); return tapestry_progress; }())(", handle, ", ", count, ", ",
                     count == frame_end, ")") != 0)
`ifdef TAPESTRY_FRAME_AT_EDGE
              $c("{void tapestry_end_frame(unsigned); tapestry_end_frame(", handle, ");}");
`else
              `TAPESTRY_SIM(frame)[CLOCK] <= !`TAPESTRY_SIM(frame)[CLOCK];
`endif
`endif
          if (count == frame_end) begin
            frame_end = next_frame_end(frame_end);
`ifdef TAPESTRY_FRAME_AT_EDGE
            $c("{void tapestry_end_frame(unsigned); tapestry_end_frame(", handle, ");}");
`else
            `TAPESTRY_SIM(frame)[CLOCK] <= !`TAPESTRY_SIM(frame)[CLOCK];
`endif
          end
`ifdef TAPESTRY_DPI
          $c("{void tapestry_pace(unsigned, uint64_t); tapestry_pace(", handle, ", ", count, ");}");
`endif
          wake = next_wake(count);
        end
      end
      count <= count + {63'd0, step};
`ifndef TAPESTRY_DPI
      `TAPESTRY_SIM(edges)[SLOT] <= count + {63'd0, step};
`endif
    end

`ifdef TAPESTRY_DPI
  // This follows the variable. Where several clocks write to elements of an array with nonblocking assignments, Verilator commits
  // them in code for all of these clocks.
  assign tapestry_sim::edges[SLOT] = count;
`endif

`ifdef TAPESTRY_DPI
`ifndef TAPESTRY_FRAME_AT_EDGE
  always @(`TAPESTRY_SIM(frame)[CLOCK])
    if (edges_at_cut() != 0) `TAPESTRY_SIM(end_frame)(handle);
`endif
`endif

  function automatic bit report(input bit at_end);
    ok = header(edges_at_cut(), 64'd0, at_end, 1'b0);
    ok = word("clock", {32'd0, SLOT});
`ifdef TAPESTRY_DPI
    ok = word("time", `TAPESTRY_SIM(time_at_cut)(handle, $time));
    // Set together: an edge at the time of $finish is one of the clock, whether it counts or not.
    if (at_end && `TAPESTRY_SIM(is_paced)(handle, `TAPESTRY_SIM(edges_before)[SLOT], `TAPESTRY_SIM(edge_time)[SLOT]) != 0) begin
      ok = word("timed_edges", `TAPESTRY_SIM(pace)(handle, 0));
      ok = word("first_edge_fs", `TAPESTRY_SIM(pace)(handle, 1));
      ok = word("last_edge_fs", `TAPESTRY_SIM(pace)(handle, 2));
      ok = word("edge_step_fs", `TAPESTRY_SIM(pace)(handle, 3));
    end
`else
    ok = word("time", $time);
`endif
    report = close_record();
  endfunction

endmodule

/* verilator lint_restore */
`default_nettype wire
