// SPDX-License-Identifier: Apache-2.0
//
// tapestry_trace: what a value was, change by change or around a trigger.
//
// Purpose      Shell of the trace tap: the simulation model, or tapestry_trace_core with TAPESTRY_CORES defined,
//              and the record of either.
// Measures     records, lost, and for each record its edge and its value; docs/counting.md defines them.
// Parameters   CLOCK: index of the shared clock, or -1 for an edge count of its own.
//              WIDTH: bits of the value, at most 64. TRIGGER: 0 level, 1 rising edge, 2 true for LASTED edges, of
//              tap_trigger_i; 3 each change of the value. BEFORE, AFTER: records of a window before the trigger
//              and from it on, AFTER at least 1. DEPTH: records kept in all, at least BEFORE + AFTER; the core
//              has room for one window.
// Timing       The model works only when the value changes or the trigger fires. What happened at an edge is
//              settled later, because the edge at which a run ends does not count.
// Overflow     What finds no room is counted as lost. Records are written away 256 at a time and with each frame.
//              A trace of every change that keeps 65536 or more leaves them to the C++ support, where that is there.
// Cost         The core's is in docs/taps.md.
// Proved       The core's laws, by taps/prove. tests/taps compares model, core and a reference.

`default_nettype none
/* verilator lint_save */
/* verilator lint_off BLKSEQ */
/* verilator lint_off IMPURE */
/* verilator lint_off WIDTH */
/* verilator lint_off PINCONNECTEMPTY */
/* verilator lint_off UNSIGNED */
/* verilator lint_off UNUSED */
/* verilator lint_off VARHIDDEN */

module tapestry_trace #(
    parameter integer CLOCK = 0,
    parameter integer WIDTH = 32,
    parameter integer TRIGGER = 3,
    parameter integer LASTED = 1,
    parameter integer BEFORE = 0,
    parameter integer AFTER = 65536,
    parameter integer DEPTH = 65536
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire             tap_trigger_i,
    input wire [WIDTH-1:0] tap_data_i
);
  localparam KIND = "trace";
  tapestry_own_clock #(.USED((CLOCK < 0) ? 1 : 0)) own (.clk_i(clk_i));
  `include "tapestry_tap.svh"

  // The numbers of a record; `told` of the records are written.
  longint unsigned reset_cycles = 0, records = 0, lost = 0, told = 0;

`ifndef TAPESTRY_CORES

  // Every change of a long trace goes to the C++ support, which writes it packed: a recording has millions.
`ifdef TAPESTRY_DPI
  localparam bit HANDS_OVER = TRIGGER == 3 && BEFORE == 0 && AFTER >= DEPTH && DEPTH >= 65536;
`else
  localparam bit HANDS_OVER = 1'b0;
`endif
  localparam integer CHUNK = HANDS_OVER ? 1 : 256;
  localparam integer EARLIER = (BEFORE > 0) ? BEFORE : 1;

  // The sample before, and since when reset is what it is.
  bit              started, saw_time_0;
  longint unsigned stamp;
  bit              now_rst, was_rst = 1'b0, now_when, was_when = 1'b0, known = 1'b0, changes, fires;
  reg [WIDTH-1:0]  now, last = {WIDTH{1'b0}};
  longint unsigned run, start = 0, closed_reset = 0;

`ifndef TAPESTRY_DPI
  // The last two edges; reset and value as they are and as they were before the current time, both as far as processes ran.
  real             edge_at = 0.0, edge_before = 0.0, changed_at = 0.0;
  reg [WIDTH:0]    latest, before_now;
  always @(rst_i, tap_data_i)
    if (TRIGGER == 3) begin
      if (changed_at != $realtime) before_now = latest;
      changed_at = $realtime;
      latest = {rst_i, tap_data_i};
    end
`endif

  // What happened last, not yet settled.
  bit              waiting = 1'b0, waiting_changes, waiting_fires;
  longint unsigned waiting_edge;
  reg [WIDTH-1:0]  waiting_value;

  // The open window, what came before it, and records that are not yet written.
  bit              open = 1'b0, room = 1'b1;
  longint unsigned left = 0;
  int unsigned     earlier_next = 0, earlier_count = 0, rows = 0;
  longint unsigned earlier_edge [0:EARLIER-1];
  reg [WIDTH-1:0]  earlier_value [0:EARLIER-1];
  longint unsigned row_edge [0:CHUNK-1];
  reg [WIDTH-1:0]  row_value [0:CHUNK-1];

`ifdef TAPESTRY_DPI
  // What was handed over last. Before the first edge a tap counts as in reset, which lasts 0 edges if it is not.
  bit              handed_rst = 1'b1;
  reg [WIDTH-1:0]  handed;

  always @(posedge clk_i)
    if (HANDS_OVER && ((rst_i === 1'b1) != handed_rst || (!handed_rst && tap_data_i !== handed)))
      ok = hand_over(edges_now(), tap_data_i, rst_i === 1'b1);

  function automatic bit hand_over(input longint unsigned n, input [WIDTH-1:0] next,
                                   input bit next_rst); /*verilator no_inline_task*/
    handed = next;
    handed_rst = next_rst;
    `TAPESTRY_SIM(change)(handle, n, next, next_rst, DEPTH);
    hand_over = 1'b1;
  endfunction

  function automatic bit report_changes(input longint unsigned n, input bit at_end); /*verilator no_inline_task*/
    reset_cycles = `TAPESTRY_SIM(settle_changes)(handle, n, DEPTH);
    ok = header(n, reset_cycles, at_end, 1'b0);
    `TAPESTRY_SIM(tell_changes)(handle);
    // An edge at the very end does not count; what would have moved at it may be why the run ended.
    if (at_end && edges_now() > n) `TAPESTRY_SIM(tell_end)(handle);
    report_changes = close_record();
  endfunction
`endif

  // An edge at time 0 does not count, see tapestry_clock.
  always @(posedge clk_i)
    if (!HANDS_OVER && `TAPESTRY_EDGE) begin
      if (!started) begin
        stamp = `TAPESTRY_NOW;
        if (stamp == 0 && !saw_time_0) saw_time_0 = 1'b1;
        else started = 1'b1;
      end
      if (started) begin
`ifndef TAPESTRY_DPI
        edge_before = edge_at;
        edge_at = $realtime;
`endif
        now_rst = rst_i === 1'b1;
        // All values with an X bit are alike.
        now = ((^tap_data_i) === 1'bx) ? {WIDTH{1'bx}} : tap_data_i;
        changes = !now_rst && (!known || now !== last);
        if (TRIGGER == 3) fires = changes;
        else begin
          now_when = !now_rst && tap_trigger_i === 1'b1;
          run = now_when ? run + 1 : 0;
          fires = (TRIGGER == 0) ? now_when : (TRIGGER == 1) ? run == 1 : run == LASTED;
        end
        if (changes || fires || now_rst != was_rst) begin
          `TAPESTRY_ENTER
          ok = note(edges_now(), now_rst, now, changes, fires);
          `TAPESTRY_LEAVE
        end
      end
    end

  function automatic bit note(input longint unsigned n, input bit next_rst, input [WIDTH-1:0] next,
                              input bit next_changes, input bit next_fires); /*verilator no_inline_task*/
    if (waiting) ok = settle();
    if (was_rst) closed_reset = closed_reset + (n - start);
    start = n;
    was_rst = next_rst;
    known = !next_rst;
    last = next;
    waiting = next_changes || next_fires;
    waiting_changes = next_changes;
    waiting_fires = next_fires;
    waiting_edge = n;
    waiting_value = next;
    note = 1'b1;
  endfunction

  function automatic bit settle(); /*verilator no_inline_task*/
    int unsigned k;
    waiting = 1'b0;
    if (!room) lost = lost + 1;
    else if (open || waiting_fires) begin
      if (!open) begin
        for (k = 0; k < `TAPESTRY_BOUND(earlier_count); k = k + 1)
          ok = keep(earlier_edge[(earlier_next + EARLIER - earlier_count + k) % EARLIER],
                    earlier_value[(earlier_next + EARLIER - earlier_count + k) % EARLIER]);
        earlier_count = 0;
        left = AFTER;
      end
      if (!open || waiting_changes) begin
        ok = keep(waiting_edge, waiting_value);
        left = left - 1;
      end
      open = left != 0;
      room = open || records + BEFORE + AFTER <= DEPTH;
    end
    else if (BEFORE > 0) begin
      earlier_edge[earlier_next] = waiting_edge;
      earlier_value[earlier_next] = waiting_value;
      earlier_next = (earlier_next + 1) % EARLIER;
      if (earlier_count < BEFORE) earlier_count = earlier_count + 1;
    end
    settle = 1'b1;
  endfunction

  function automatic bit keep(input longint unsigned n, input [WIDTH-1:0] value); /*verilator no_inline_task*/
    if (rows == CHUNK) ok = write_line(edges_now(), 1'b0);
    row_edge[rows] = n;
    row_value[rows] = value;
    rows = rows + 1;
    records = records + 1;
    keep = 1'b1;
  endfunction

  function automatic bit collect(input longint unsigned n);
    if (waiting && waiting_edge < n) ok = settle();
    collect = 1'b1;
  endfunction

  function automatic bit write_line(input longint unsigned n, input bit at_end); /*verilator no_inline_task*/
    int unsigned k;
    reset_cycles = closed_reset + ((was_rst && n > start) ? n - start : 0);
    ok = header(n, reset_cycles, at_end, 1'b0);
    ok = word("records", records);
    ok = word("lost", lost);
    for (k = 0; k < `TAPESTRY_BOUND(rows); k = k + 1)
      if ((^row_value[k]) === 1'bx) begin
        ok = word("unknown_record", told + k);
        ok = number(row_edge[k]);
      end
      else begin
        ok = word("record", told + k);
        ok = number(row_edge[k]);
        ok = number(row_value[k]);
      end
    told = records;
    rows = 0;
    if (at_end && TRIGGER == 3) ok = tell_end(n);
    write_line = close_record();
  endfunction

  // The value at an edge at the very end, which does not count; what would have moved at it may be why the run ended. Where $finish
  // stops all processes at once this one may not have run at that edge, which a clock of even period betrays.
  function automatic bit tell_end(input longint unsigned n);
    bit at_edge;
`ifdef TAPESTRY_DPI
    at_edge = edges_now() > n;
`else
    at_edge = edge_at == $realtime;
    if (!at_edge) begin
      at_edge = clk_i === 1'b1 && $realtime - edge_at > 0.9 * (edge_at - edge_before);
      {was_rst, last} = (changed_at == $realtime) ? before_now : latest;
    end
`endif
    if (started && at_edge) begin
      ok = word("end_edge", 64'd1);
      if (!was_rst && (^last) !== 1'bx) ok = word("end_value", last);
    end
    tell_end = 1'b1;
  endfunction

  function automatic bit report(input bit at_end);
`ifdef TAPESTRY_DPI
    if (HANDS_OVER) report = report_changes(edges_at_cut(), at_end);
    else
`endif
    begin
      ok = collect(edges_at_cut());
      report = write_line(edges_at_cut(), at_end);
    end
  endfunction

`else

  `include "tapestry_core.svh"
  localparam integer ROOM = 1 << ((BEFORE + AFTER > 1) ? $clog2(BEFORE + AFTER) : 1);
  longint unsigned held;

  // X in simulation is not 1; the core, which knows no X, gets it as 0.
  tapestry_trace_core #(.WIDTH(WIDTH), .BEFORE(BEFORE), .AFTER(AFTER), .TRIGGER(TRIGGER), .LASTED(LASTED),
                        .COUNTER_WIDTH(COUNTER_WIDTH), .BLOCK(0)) core
      (.clk_i(clk_i), .rst_i(rst_i === 1'b1), .tap_trigger_i(tap_trigger_i === 1'b1), .tap_data_i(tap_data_i),
       .enable_i(count), .count_i(count), .bank_i(1'b0), .read_i(1'b0), .read_next_i(1'b0), .read_word_i(0),
       .read_data_o(), .read_valid_o());

  // With the sample that waits, if one does.
  function automatic bit collect(input longint unsigned n); /*verilator no_inline_task*/
    `TAPESTRY_COUNT(core.counts, 2)
    reset_cycles = `TAPESTRY_ENTRY(core.counts, 0);
    held = core.held_q;
    lost = long(core.lost_q) + ((waiting && core.loses) ? 1 : 0);
    if (waiting) records = (core.full || core.in_window) ? held + (core.record ? 1 : 0) : 0;
    else records = (core.full_q || core.open_q) ? held : 0;
    collect = 1'b1;
  endfunction

  function automatic bit write_line(input longint unsigned n, input bit at_end); /*verilator no_inline_task*/
    longint unsigned k;
    reg [COUNTER_WIDTH+WIDTH-1:0] row;
    ok = header(n, reset_cycles, at_end, 1'b0);
    ok = word("records", records);
    ok = word("lost", lost);
    for (k = told; k < `TAPESTRY_BOUND(records); k = k + 1) begin
      row = (k == held) ? {core.time_q, core.data_q} : core.memory[(core.to_q + ROOM - held + k) % ROOM];
      ok = word("record", k);
      ok = number(long(row[WIDTH +: COUNTER_WIDTH]));
      ok = number(row[WIDTH-1:0]);
    end
    told = records;
    write_line = close_record();
  endfunction

  function automatic bit report(input bit at_end);
    ok = collect(edges_at_cut());
    report = write_line(edges_at_cut(), at_end);
  endfunction

`endif

endmodule

/* verilator lint_restore */
`default_nettype wire
