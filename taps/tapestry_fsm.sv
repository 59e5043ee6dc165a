// SPDX-License-Identifier: Apache-2.0
//
// tapestry_fsm: where a state machine spends its cycles, and how it moves.
//
// Purpose      Shell of the fsm tap: the fast simulation model, or tapestry_fsm_core with
//              TAPESTRY_CORES defined, and the record of either.
// Measures     Per state cycles, entries, min_dwell, max_dwell; per pair of states the transitions;
//              docs/counting.md defines them. State number STATES is `other`.
//              Sum over states of cycles = observed_cycles.
// Not measured Why the machine moves, and the order of transitions.
// Parameters   CLOCK: index of the shared clock, or -1 for an edge count of its own.
//              IN_LOG: 1 where a tapestry_log stores the samples under Verilator (tapestry_log.svh); 0: the tap does.
//              WIDTH: bits of the state register, any number.
//              STATES, CODE_WIDTH, CODES: number of states, bits of a code, and the codes; the code
//              of state i is CODES[i*CODE_WIDTH +: CODE_WIDTH]. Codes differ from each other.
//              ONE_HOT: 1 when a code is the number of the one bit that is set, which keeps CODES
//              short for registers of hundreds of bits.
// Timing       Under Verilator samples are stored, and tapestry_fsm_numbers.h counts.
//              Elsewhere the model works only when the register changes.
// Overflow     None in the model, which counts in 64 bits; the core says what it does.
// Cost         In simulation what taps/bench measures; the core's is in taps/README.md.
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

module tapestry_fsm #(
    parameter integer CLOCK = 0,
    parameter integer IN_LOG = 0,
    parameter integer WIDTH = 1,
    parameter integer STATES = 2,
    parameter integer CODE_WIDTH = 1,
    parameter integer ONE_HOT = 0,
    parameter [STATES*CODE_WIDTH-1:0] CODES = {STATES * CODE_WIDTH{1'b0}}
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire [WIDTH-1:0] tap_state_i
);
  localparam KIND = "fsm";
  tapestry_own_clock #(.USED((CLOCK < 0) ? 1 : 0)) own (.clk_i(clk_i));
  `include "tapestry_tap.svh"
  wire [7:0] logged;  // what is stored of an edge, under Verilator

  localparam integer OTHER = STATES;      // samples that match no code
  localparam integer NONE = STATES + 1;   // reset, or no state yet

`ifndef TAPESTRY_CORES

  localparam integer SW = $clog2(STATES + 2);
  reg [SW-1:0]     state = NONE[SW-1:0];  // of the last sample

  // From a sample to the number of its state. Narrow codes have a table; for wide ones a
  // search starts with the state that followed last time, which is nearly always right.
  localparam integer TABLE_WIDTH = (CODE_WIDTH <= 8) ? CODE_WIDTH : 1;
  localparam integer INDEX_WIDTH = (TABLE_WIDTH < WIDTH) ? TABLE_WIDTH : WIDTH;
  reg [CODE_WIDTH-1:0] code [0:STATES-1];
  int unsigned         successor [0:STATES+1];
  reg [SW-1:0]         state_table [0:(1<<TABLE_WIDTH)-1];

`ifdef TAPESTRY_LOG
  localparam integer SEARCHED = (WIDTH > 64) ? 1 : 0;
`else
  localparam integer SEARCHED = 1;
`endif
  int unsigned i;
  initial if (SEARCHED != 0) begin
    for (i = 0; i < `TAPESTRY_BOUND(STATES); i = i + 1) code[i] = CODES[i*CODE_WIDTH +: CODE_WIDTH];
    for (i = 0; i < `TAPESTRY_BOUND(STATES + 2); i = i + 1) successor[i] = 0;
    for (i = 0; ONE_HOT == 0 && i < `TAPESTRY_BOUND(1 << TABLE_WIDTH); i = i + 1) state_table[i] = search({{WIDTH{1'b0}}, i[7:0]}, 0);
  end

  function automatic int unsigned search(input [WIDTH+7:0] value, input int unsigned guess);
    int unsigned k;
    if (code[guess] === value) search = guess;
    else begin
      k = 0;
      while (k < STATES && code[k] !== value) k = k + 1;
      search = k;
    end
  endfunction

  // The number of the only bit that is set, or WIDTH.
  function automatic int unsigned position_of(input [WIDTH-1:0] value);
    int unsigned k;
    k = code[successor[state]];
    if (value[k] !== 1'b1) begin
      k = 0;
      while (k < WIDTH && value[k] !== 1'b1) k = k + 1;
    end
    position_of = ((value & (value - 1'b1)) == 0) ? k : WIDTH;
  endfunction

  function automatic int unsigned state_of(input [WIDTH-1:0] value);
    int unsigned position;
    if ((^value) === 1'bx) state_of = OTHER;
    else if (ONE_HOT != 0) begin
      position = position_of(value);
      state_of = (position == WIDTH) ? OTHER : search(position, successor[state]);
      if (state_of < STATES) successor[state] = state_of;
    end
    else if (CODE_WIDTH <= 8) state_of = (value >> INDEX_WIDTH) != 0 ? OTHER : state_table[value[INDEX_WIDTH-1:0]];
    else begin
      state_of = search({8'd0, value}, successor[state]);
      if (state_of < STATES) successor[state] = state_of;
    end
  endfunction

`endif

`ifdef TAPESTRY_LOG

  `include "tapestry_log.svh"

  // Where codes are small, the value is in the log beside the reset, as 127 where it needs more than 7 bits; else values are
  // stored as they are, and of those that are wider than a word the number of the state.
  localparam integer NARROW = (ONE_HOT == 0 && (WIDTH <= 7 || (CODE_WIDTH <= 6 && WIDTH <= 64))) ? 1 : 0;
  longint unsigned values;
  reg [WIDTH-1:0]  sample = {WIDTH{1'b0}};
  wire [WIDTH+7:0] value = {8'd0, tap_state_i};

  int unsigned k;
  initial begin
    for (k = 0; k < `TAPESTRY_BOUND(STATES); k = k + 1)
      `TAPESTRY_SIM(code)(handle, (WIDTH > 64) ? {32'd0, k} : 64'(CODES[k*CODE_WIDTH +: CODE_WIDTH]));
    if (WIDTH > 64) state = SW'(state_of(sample));
    values = `TAPESTRY_SIM(log_fsm)(handle, 1 - NARROW, (ONE_HOT != 0 && WIDTH <= 64) ? 1 : 0);
  end

  assign logged = {rst_i, (NARROW == 0) ? 7'd0 : (WIDTH > 7 && (|value[WIDTH+7:7])) ? 7'd127 : value[6:0]};
  generate
    if (NARROW == 0 && WIDTH <= 64) begin : wide
      always @(posedge clk_i)
        `TAPESTRY_PUT(values, 8, place_now(), 64'(tap_state_i))
    end
    else if (NARROW == 0) begin : very_wide
      always @(posedge clk_i) begin
        if (tap_state_i != sample) begin
          sample = tap_state_i;
          state = SW'(state_of(tap_state_i));
        end
        `TAPESTRY_PUT(values, 8, place_now(), 64'(state))
      end
    end
  endgenerate

  `TAPESTRY_REPORT(0, 0)

`else

  // One row of the record, set by collect_state(), and the numbers set by collect().
  longint unsigned cycles, entries, min_dwell, max_dwell;
  longint unsigned reset_cycles;
  bit              saturated;

`ifndef TAPESTRY_CORES

  // The last sample, and the edge at which the visit of `state` began.
  reg [WIDTH-1:0]  sample = {WIDTH{1'b0}};
  reg              sample_rst = 1'b1;
  longint unsigned start = 0;

  // The visit before it, when no reset came between. Whether it ended by moving is known only
  // when the open one proves to have an edge that counts; until then its move is not counted.
  reg [SW-1:0]     from = NONE[SW-1:0];
  longint unsigned from_dwell = 0;

  // Totals of all visits that are closed. NONE has a row like any state, which holds the cycles in
  // reset and moves that nobody reads, so that a visit is closed without asking which it is.
  // The four of a state lie side by side, in one line of a cache.
  // Sizes are powers of two, so that an index of just its bits needs no check of its bounds.
  localparam [1:0]   CYCLES = 2'd0, ENTRIES = 2'd1, LEAST = 2'd2, MOST = 2'd3;
  longint unsigned closed [0:(4<<SW)-1];
  longint unsigned closed_moves [0:(1<<(2*SW))-1];

  initial begin
    for (i = 0; i < `TAPESTRY_BOUND(STATES + 2); i = i + 1) begin
      closed[{i[SW-1:0], CYCLES}] = 0;
      closed[{i[SW-1:0], ENTRIES}] = 0;
      closed[{i[SW-1:0], LEAST}] = ~64'd0;
      closed[{i[SW-1:0], MOST}] = 0;
    end
    for (i = 0; i < `TAPESTRY_BOUND(1 << (2 * SW)); i = i + 1) closed_moves[i] = 0;
  end

  // Adds the open visit, which has `dwell` edges.
  function automatic bit close_visit(input longint unsigned dwell);
    reg [SW-1:0] here, previous;
    here = state;
    previous = from;
    closed[{here, CYCLES}] = closed[{here, CYCLES}] + dwell;
    closed[{here, ENTRIES}] = closed[{here, ENTRIES}] + 1;
    if (dwell > closed[{here, MOST}]) closed[{here, MOST}] = dwell;
    closed_moves[{previous, here}] = closed_moves[{previous, here}] + 1;
    if (from_dwell < closed[{previous, LEAST}] && here != NONE[SW-1:0]) closed[{previous, LEAST}] = from_dwell;
    from = here;
    from_dwell = dwell;
    close_visit = 1'b1;
  endfunction

  function automatic bit change(input longint unsigned n, input [WIDTH-1:0] next_sample,
                                input bit next_rst); /*verilator no_inline_task*/
    reg [SW-1:0] next;
    sample = next_sample;
    sample_rst = next_rst;
    next = sample_rst ? NONE[SW-1:0] : state_of(sample);
    if (next != state) begin
      if (n != start) ok = close_visit(n - start);
      state = next;
      start = n;
    end
    change = 1'b1;
  endfunction

  always @(posedge clk_i)
    if (`TAPESTRY_EDGE && (tap_state_i !== sample || (rst_i === 1'b1) != sample_rst)) begin
      `TAPESTRY_ENTER
      ok = change(edges_now(), tap_state_i, rst_i === 1'b1);
      `TAPESTRY_LEAVE
    end

  // The open visit as it stands at the cut: its length, 0 when it has no edge that counts.
  longint unsigned dwell_at_cut;

  function automatic bit collect(input longint unsigned n);
    dwell_at_cut = (n > start) ? n - start : 0;
    reset_cycles = closed[{NONE[SW-1:0], CYCLES}] + ((state == NONE) ? dwell_at_cut : 0);
    saturated = 1'b0;
    collect = 1'b1;
  endfunction

  function automatic bit collect_state(input int unsigned k);
    cycles = closed[{k[SW-1:0], CYCLES}];
    entries = closed[{k[SW-1:0], ENTRIES}];
    min_dwell = (closed[{k[SW-1:0], LEAST}] == ~64'd0) ? 0 : closed[{k[SW-1:0], LEAST}];
    max_dwell = closed[{k[SW-1:0], MOST}];
    if (dwell_at_cut != 0 && k == state) begin
      cycles = cycles + dwell_at_cut;
      entries = entries + 1;
      if (dwell_at_cut > max_dwell) max_dwell = dwell_at_cut;
    end
    if (dwell_at_cut != 0 && state != NONE && k == from)
      if (min_dwell == 0 || from_dwell < min_dwell) min_dwell = from_dwell;
    collect_state = 1'b1;
  endfunction

  function automatic longint unsigned transitions(input int unsigned k, input int unsigned l);
    transitions = closed_moves[{k[SW-1:0], l[SW-1:0]}];
    if (dwell_at_cut != 0 && k == from && l == state) transitions = transitions + 1;
  endfunction

`else

  `include "tapestry_core.svh"

  // The numbers of the core: 0 .. STATES-1, OTHER, and NONE for a reset edge; a row of its table.
  localparam integer NUMBER_WIDTH = $clog2(STATES + 2);
  localparam integer ROW = 1 << NUMBER_WIDTH;

  // X in simulation is not 1; the core, which knows no X, gets it as 0.
  tapestry_fsm_core #(.WIDTH(WIDTH), .STATES(STATES), .CODE_WIDTH(CODE_WIDTH), .ONE_HOT(ONE_HOT), .CODES(CODES),
                      .COUNTER_WIDTH(COUNTER_WIDTH), .TRANSITIONS(1), .EXTREMES(1), .BLOCK(0)) core
      (.clk_i(clk_i), .rst_i(rst_i === 1'b1), .tap_state_i(tap_state_i),
       .count_i(count), .bank_i(1'b0), .clear_i(1'b0), .read_i(1'b0), .read_next_i(1'b0),
       .read_word_i({2 * NUMBER_WIDTH + 1{1'b0}}), .read_data_o(), .read_valid_o());

  function automatic bit collect(input longint unsigned n); /*verilator no_inline_task*/
    int unsigned from;
    `TAPESTRY_COUNT(core.counts, ROW * ROW)
    reset_cycles = 0;
    for (from = 0; from < `TAPESTRY_BOUND(STATES + 2); from = from + 1)
      reset_cycles = reset_cycles + `TAPESTRY_ENTRY(core.counts, from * ROW + NONE);
    saturated = 1'b0;
    collect = 1'b1;
  endfunction

  function automatic bit collect_state(input int unsigned k);
    int unsigned from;
    cycles = 0;
    for (from = 0; from < `TAPESTRY_BOUND(STATES + 2); from = from + 1)
      cycles = cycles + `TAPESTRY_ENTRY(core.counts, from * ROW + k);
    entries = cycles - `TAPESTRY_ENTRY(core.counts, k * ROW + k);
    max_dwell = extreme_of(core.extremes.longest.valid_q[k], core.extremes.longest.memory[k],
                           core.extremes.longest.take_i && core.extremes.longest.beyond && core.to_q == k,
                           core.extremes.longest.value_i);
    min_dwell = extreme_of(core.extremes.shortest.valid_q[k], core.extremes.shortest.memory[k],
                           core.extremes.shortest.take_i && core.extremes.shortest.beyond && core.from_q == k,
                           core.extremes.shortest.value_i);
    collect_state = 1'b1;
  endfunction

  function automatic longint unsigned extreme_of(input bit valid, input [COUNTER_WIDTH-1:0] value,
                                                 input bit moves, input [COUNTER_WIDTH-1:0] next);
    extreme_of = (waiting && moves) ? long(next) : valid ? long(value) : 0;
  endfunction

  function automatic longint unsigned transitions(input int unsigned k, input int unsigned l);
    transitions = (k == l) ? 0 : `TAPESTRY_ENTRY(core.counts, k * ROW + l);
  endfunction

`endif

  function automatic bit report(input bit at_end);
    int unsigned k, l;
    ok = collect(edges_at_cut());
    ok = header(edges_at_cut(), reset_cycles, at_end, saturated);
    for (k = 0; k < `TAPESTRY_BOUND(STATES + 1); k = k + 1) begin
      ok = collect_state(k);
      if (cycles != 0) begin
        ok = word("state", {32'd0, k});
        ok = number(cycles);
        ok = number(entries);
        ok = number(min_dwell);
        ok = number(max_dwell);
      end
    end
    // Frames of a machine with very many states leave its transitions to the end of the run.
    for (k = 0; (at_end || STATES <= 64) && k < `TAPESTRY_BOUND(STATES + 1); k = k + 1)
      for (l = 0; l < `TAPESTRY_BOUND(STATES + 1); l = l + 1)
        if (transitions(k, l) != 0) begin
          ok = word("transition", {32'd0, k});
          ok = number({32'd0, l});
          ok = number(transitions(k, l));
        end
    report = close_record();
  endfunction

`endif

endmodule

/* verilator lint_restore */
`default_nettype wire
