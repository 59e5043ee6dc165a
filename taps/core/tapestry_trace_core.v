// SPDX-License-Identifier: Apache-2.0
//
// tapestry_trace_core: what signals did around a trigger, in hardware.
//
// Purpose      The synthesizable body of the trace tap.
// Measures     A record {time, data} at each observed edge at which the data differs from that of the edge before. A
//              trigger keeps what came before it and lets in what comes after; then the buffer is held until
//              it has been reported, and starts again. The record: word 0 records lost, ever; word 1 the
//              number n of records that follow, 0 while there was no trigger or the buffer is not yet full;
//              word 2 the time of the trigger; then 2^DEPTH_LOG2 times time and data, of which the first n count,
//              the oldest first. Times are edges since configuration.
// Not measured Changes while the buffer is held: they are counted as lost.
// Parameters   WIDTH: bits of the data, at most COUNTER_WIDTH. DEPTH_LOG2: records, as a power of two. AFTER: records
//              after the trigger, less than all; the others are from before it. TRIGGER: 0 level, 1 rising edge,
//              2 true for at least LASTED edges, of tap_trigger_i. A threshold or a full queue is
//              an expression that weave connects.
// Timing       Sampled at one edge, recorded at the next.
// Overflow     Words run freely modulo 2^COUNTER_WIDTH.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: a buffer that is held does not change, and every change is recorded or counted as lost.

`default_nettype none

module tapestry_trace_core #(
    parameter integer WIDTH = 8,
    parameter integer DEPTH_LOG2 = 6,
    parameter integer AFTER = 32,
    parameter integer TRIGGER = 1,
    parameter integer LASTED = 1,
    parameter integer COUNTER_WIDTH = 32,
    // Not to be set: bits of a word's number.
    parameter integer ADDRESS_WIDTH = DEPTH_LOG2 + 2
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     tap_trigger_i,
    input  wire [WIDTH-1:0]         tap_data_i,
    input  wire                     enable_i,
    input  wire                     count_i,
    input  wire                     bank_i,
    input  wire                     read_i,
    input  wire [ADDRESS_WIDTH-1:0] read_word_i,
    output wire [COUNTER_WIDTH-1:0] read_data_o,
    output wire                     read_valid_o
);
  localparam [COUNTER_WIDTH-1:0] ZERO = {COUNTER_WIDTH{1'b0}}, ONE = {{COUNTER_WIDTH-1{1'b0}}, 1'b1};
  localparam [DEPTH_LOG2:0] NONE = {DEPTH_LOG2 + 1{1'b0}}, ALL = {1'b1, {DEPTH_LOG2{1'b0}}};
  localparam [DEPTH_LOG2:0] STEP = {{DEPTH_LOG2{1'b0}}, 1'b1};
  // verilator lint_off WIDTH
  localparam [DEPTH_LOG2:0] LEFT = AFTER;
  localparam [COUNTER_WIDTH-1:0] LONG = LASTED;
  // verilator lint_on WIDTH

  // The sample that waits, and the data of the edge before it.
  reg                     rst_q = 1'b1, trigger_q = 1'b0, known_q = 1'b0;
  reg [WIDTH-1:0]         data_q = {WIDTH{1'b0}}, last_q = {WIDTH{1'b0}};
  reg [COUNTER_WIDTH-1:0] time_q = ZERO, run_q = ZERO;
  always @(posedge clk_i) begin
    rst_q <= rst_i;
    trigger_q <= tap_trigger_i;
    data_q <= tap_data_i;
    if (enable_i) time_q <= time_q + ONE;
    if (count_i) begin
      last_q <= data_q;
      known_q <= !rst_q;
      run_q <= (rst_q || !trigger_q) ? ZERO : &run_q ? run_q : run_q + ONE;
    end
  end
  wire changes = count_i && !rst_q && (!known_q || data_q != last_q);
  wire fires = count_i && !rst_q && trigger_q
               && (TRIGGER == 0 || (TRIGGER == 1 && run_q == ZERO) || (TRIGGER == 2 && run_q + ONE >= LONG));

  // The buffer. left_q: records still to come after the trigger.
  reg [COUNTER_WIDTH+WIDTH-1:0] memory [0:(1<<DEPTH_LOG2)-1];
  reg [DEPTH_LOG2-1:0]          to_q = {DEPTH_LOG2{1'b0}};
  reg [DEPTH_LOG2:0]            held_q = NONE, left_q = LEFT;
  reg [COUNTER_WIDTH-1:0]       lost_q = ZERO, trigger_time_q = ZERO;
  reg                           triggered_q = 1'b0, full_q = 1'b0;
  // A report: frozen at the cut, told by bank_i, until the reader is through.
  reg                           bank_q = 1'b0, told_q = 1'b0, reading_q = 1'b0;
  reg [COUNTER_WIDTH-1:0]       told_lost_q = ZERO;
  wire                          cut = bank_i != bank_q;
  wire                          told = told_q && reading_q && !read_i;
`ifdef MUTANT_1
  wire                          record = changes;
`else
  wire                          record = changes && !full_q;
`endif
  always @(posedge clk_i) begin
    bank_q <= bank_i;
    reading_q <= read_i;
    if (cut) begin
      told_q <= full_q;
      told_lost_q <= lost_q;
    end
    if (record) begin
      memory[to_q] <= {time_q, data_q};
      to_q <= to_q + 1'b1;
      if (held_q != ALL) held_q <= held_q + STEP;
      if (triggered_q) begin
        left_q <= left_q - STEP;
        if (left_q == STEP) full_q <= 1'b1;
      end
    end
    if (changes && full_q) lost_q <= lost_q + ONE;
    if (fires && !triggered_q) begin
      triggered_q <= 1'b1;
      trigger_time_q <= time_q;
    end
    if (told) begin
      told_q <= 1'b0;
      full_q <= 1'b0;
      triggered_q <= 1'b0;
      held_q <= NONE;
      left_q <= LEFT;
    end
  end

  // The words: three, then two for each record, the oldest first.
  wire [ADDRESS_WIDTH-1:0]      from = read_word_i - {{ADDRESS_WIDTH-2{1'b0}}, 2'd3};
  wire [DEPTH_LOG2-1:0]         oldest = to_q - held_q[DEPTH_LOG2-1:0];
  wire [DEPTH_LOG2-1:0]         at = oldest + from[DEPTH_LOG2:1];
  wire [COUNTER_WIDTH+WIDTH-1:0] entry = memory[at];
  wire [COUNTER_WIDTH-1:0]      number = {{COUNTER_WIDTH-DEPTH_LOG2-1{1'b0}}, told_q ? held_q : NONE};
  assign read_data_o = (read_word_i == 0) ? told_lost_q : (read_word_i == 1) ? number
                     : (read_word_i == 2) ? trigger_time_q
                     : from[0] ? {{COUNTER_WIDTH-WIDTH{1'b0}}, entry[WIDTH-1:0]} : entry[WIDTH +: COUNTER_WIDTH];
  assign read_valid_o = !cut;
  /* verilator lint_off UNUSEDSIGNAL */
  wire unused = from[ADDRESS_WIDTH-1];
  /* verilator lint_on UNUSEDSIGNAL */

`ifdef FORMAL
  // Changes are recorded or lost; a buffer that is told is full, and a full one is not written.
  reg [COUNTER_WIDTH-1:0] f_changes = ZERO, f_recorded = ZERO;
  reg                     f_full = 1'b0;
  reg [DEPTH_LOG2-1:0]    f_to = {DEPTH_LOG2{1'b0}};
  always @(posedge clk_i) begin
    if (changes) f_changes <= f_changes + ONE;
    if (record) f_recorded <= f_recorded + ONE;
    f_full <= full_q && !told;
    f_to <= to_q;
  end
  always @* begin
    assert (f_recorded + lost_q == f_changes);
    if (f_full) assert (full_q && to_q == f_to);
    if (told_q) assert (full_q);
    assert (held_q <= ALL);
  end
`endif

endmodule

`default_nettype wire
