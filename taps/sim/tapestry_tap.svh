// SPDX-License-Identifier: Apache-2.0
//
// The part that all taps have in common; each tap includes it in its module body.
//
// The tap declares CLOCK and KIND before it, and afterwards a function `report(at_end)` that writes
// one record with the functions below. All helpers are functions that return a bit which nobody
// needs: Icarus lets `final` call neither a task nor a void function.

  // A function is copied by Verilator into each place that calls it, which makes the generated code
  // large and slow. What runs only at a change or in a report is marked no_inline_task. The warning
  // IMPURE says that such a function uses variables of the module and cannot be scheduled by them.
  // So a process hands it all it needs as arguments, and assigns none of the variables that it uses:
  // newer Verilators split a process, and an assignment after the call came before it.

  localparam integer SLOT = (CLOCK < 0) ? 64 : CLOCK;
  bit ok;

  `include "tapestry_dpi.svh"

`ifdef __ICARUS__
  `define TAPESTRY_SIM(name) tapestry_sim.name
`else
  `define TAPESTRY_SIM(name) tapestry_sim::name
`endif

  // Where X exists, a change of the clock from 0 to X is a posedge too, but not an edge.
  // ENTER and LEAVE stand around whatever changes the numbers: Icarus ends a run on INT or TERM in
  // the middle of a process, and a tap that is caught there has no consistent numbers to report.
`ifdef VERILATOR
  `define TAPESTRY_EDGE 1'b1
  `define TAPESTRY_ENTER
  `define TAPESTRY_LEAVE
`else
  `define TAPESTRY_EDGE (clk_i === 1'b1)
  `define TAPESTRY_ENTER in_change = 1'b1;
  `define TAPESTRY_LEAVE in_change = 1'b0;
`endif
  bit in_change = 1'b0;


  // The bound of a loop as a value that Verilator cannot know, so that it keeps the loop: unrolled
  // loops of the reports made the generated code ten times as large as the design's own.
`ifdef TAPESTRY_DPI
  int unsigned handle;
  `define TAPESTRY_BOUND(n) ((handle == 32'hffff_ffff) ? 0 : (n))
`else
  `define TAPESTRY_BOUND(n) (n)
`endif

  // The number of edges before the current one, for use at an edge.
  function automatic longint unsigned edges_now();
    edges_now = (CLOCK < 0) ? own.edges : `TAPESTRY_SIM(edges)[SLOT];
  endfunction

  // The number of edges before the current time stamp. An edge at this very time stamp lies after
  // the cut, whether its processes have run or not.
  function automatic longint unsigned edges_before_now();
    longint unsigned stamp;
    stamp = `TAPESTRY_NOW_IN_FUNCTION;
    if (CLOCK < 0)
      edges_before_now = (own.edge_time == stamp) ? own.edges_before : own.edges;
    else
      edges_before_now = (`TAPESTRY_SIM(edge_time)[SLOT] == stamp)
                       ? `TAPESTRY_SIM(edges_before)[SLOT] : `TAPESTRY_SIM(edges)[SLOT];
  endfunction

  // The number of edges before the cut, for use in a report at any moment: before the time stamp
  // of $finish where that is known and the bench has stopped there, else before now.
  function automatic longint unsigned edges_at_cut();
`ifdef TAPESTRY_DPI
    edges_at_cut = `TAPESTRY_SIM(edges_at_cut)(handle, edges_before_now());
`else
    edges_at_cut = edges_before_now();
`endif
  endfunction

`ifdef TAPESTRY_DPI

  // The C++ support keeps the list of taps, and calls each tap's report when a frame or the run
  // ends, in whichever way it ends.
  initial handle = `TAPESTRY_SIM(register_tap)(KIND, $sformatf("%m"), CLOCK);
  final `TAPESTRY_SIM(end_run)(handle);
  // An exported function that writes a variable of its module makes Verilator look, in every evaluation, whether it was
  // called. Nothing in the model depends on what these write, so others that are not inlined do the writing.
  export "DPI-C" function tapestry_dpi_report;
  function automatic void tapestry_dpi_report(input int at_end);
    bit done;
    done = report_now(at_end != 0);
  endfunction
  function automatic bit report_now(input bit at_end); /*verilator no_inline_task*/
    ok = report(at_end);
    report_now = 1'b1;
  endfunction
  export "DPI-C" function tapestry_dpi_finish;
  function automatic void tapestry_dpi_finish();
    `TAPESTRY_SIM(note_finish)(handle, edges_before_now(), $time);
  endfunction
  generate
    if (CLOCK < 0) begin : own_frames
      always @(own.frame) if (edges_at_cut() != 0) `TAPESTRY_SIM(end_frame)(handle);
    end
  endgenerate

  function automatic bit open_record();
    `TAPESTRY_SIM(open_record)(handle);
    open_record = 1'b1;
  endfunction
  // The letters of a word, at most 24, are handed over as numbers: a string would be made and freed for each.
  function automatic bit word(input [191:0] text, input longint unsigned n);
    `TAPESTRY_SIM(word)(text[191:128], text[127:64], text[63:0], n);
    word = 1'b1;
  endfunction
  function automatic bit number(input longint unsigned n);
    `TAPESTRY_SIM(number)(n);
    number = 1'b1;
  endfunction
  function automatic bit close_record();
    `TAPESTRY_SIM(close_record)();
    close_record = 1'b1;
  endfunction

`else

  string           path;
  longint unsigned checksum;
  initial begin
    path = $sformatf("%m");
    if (`TAPESTRY_SIM(file) == 0) begin
      if (!$value$plusargs("tapestry_reading=%s", `TAPESTRY_SIM(file_name)))
        `TAPESTRY_SIM(file_name) = "tapestry.reading";
      `TAPESTRY_SIM(file) = $fopen(`TAPESTRY_SIM(file_name), "w");
    end
  end
  // Some simulators see the initial value of `frame` as a change: no frame ends before the first edge.
  generate
    if (CLOCK < 0) begin : own_frames
      always @(own.frame) if (edges_at_cut() != 0) ok = report_if_whole(1'b0);
    end
    else begin : shared_frames
      always @(`TAPESTRY_SIM(frame)[CLOCK]) if (edges_at_cut() != 0) ok = report_if_whole(1'b0);
    end
  endgenerate
  final ok = report_if_whole(1'b1);

  // A tap that was caught in a change leaves its last frame's record as the last.
  function automatic bit report_if_whole(input bit at_end);
    if (!in_change) begin
      in_change = 1'b1;
      ok = report(at_end);
      in_change = 1'b0;
    end
    report_if_whole = 1'b1;
  endfunction

  // A record that was caught half-written ends here; its missing checksum marks it as lost.
  function automatic bit open_record();
    if (`TAPESTRY_SIM(writing)) $fwrite(`TAPESTRY_SIM(file), "\n");
    `TAPESTRY_SIM(writing) = 1'b1;
    $fwrite(`TAPESTRY_SIM(file), "%0s %0s", KIND, path);
    checksum = 0;
    open_record = 1'b1;
  endfunction
  function automatic bit word(input string text, input longint unsigned n);
    $fwrite(`TAPESTRY_SIM(file), " %0s %0d", text, n);
    checksum = checksum * 31 + n;
    word = 1'b1;
  endfunction
  function automatic bit number(input longint unsigned n);
    $fwrite(`TAPESTRY_SIM(file), " %0d", n);
    checksum = checksum * 31 + n;
    number = 1'b1;
  endfunction
  function automatic bit close_record();
    $fwrite(`TAPESTRY_SIM(file), " sum %0d\n", checksum);
    `TAPESTRY_SIM(writing) = 1'b0;
    $fflush(`TAPESTRY_SIM(file));
    close_record = 1'b1;
  endfunction

`endif

  // The words that every record begins with.
  function automatic bit header(input longint unsigned edges, input longint unsigned reset_cycles,
                                input bit at_end, input bit saturated);
    ok = open_record();
    ok = word("edges", edges);
    ok = word("reset_cycles", reset_cycles);
    ok = word("observed_cycles", edges - reset_cycles);
    ok = word("end", {63'd0, at_end});
    ok = word("saturated", {63'd0, saturated});
    header = 1'b1;
  endfunction
