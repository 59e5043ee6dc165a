// SPDX-License-Identifier: Apache-2.0
//
// tapestry_trace_core: what a value was, change by change or around a trigger, in hardware.
//
// Purpose      The synthesizable body of the trace tap.
// Measures     Records {time, data} of one window for each reported bank: up to BEFORE changes of the data before
//              the trigger, the data at the trigger, and AFTER - 1 changes behind it. The record: word 0 reset
//              edges, word 1 other edges, in the frames of this bank; 2 lost and 3 kept, up to this cut and of
//              all frames; 4 the number n of records that follow; then BEFORE + AFTER times time and data, padded to
//              2^STRIDE words each, of which the first n count, the oldest first. Times are edges since
//              configuration.
// Not measured What happens between the end of a window and the next cut: it is counted as lost.
// Parameters   WIDTH: bits of the data. BEFORE, AFTER: see above, AFTER at least 1. TRIGGER: 0 level, 1 rising edge, 2
//              true for LASTED edges, of tap_trigger_i; 3 each change of the data. A threshold or a full queue is an
//              expression that weave connects. COUNTER_WIDTH: bits of each word. BLOCK: see tapestry_table.
// Timing       Sampled at one edge, recorded at the next, with count_i, enable_i and bank_i of the cycle between. A window
//              that is open at a cut goes on behind it; one that TRIGGER = 3 opened begins anew. Changes before a
//              trigger do not reach back over a cut.
// Overflow     Words wrap modulo 2^COUNTER_WIDTH.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: every change and trigger is recorded or counted as lost; a bank never holds more than a
//              window; what windows took is what the records tell.

`default_nettype none

module tapestry_trace_core #(
    parameter integer WIDTH = 8,
    parameter integer BEFORE = 31,
    parameter integer AFTER = 33,
    parameter integer TRIGGER = 1,
    parameter integer LASTED = 1,
    parameter integer COUNTER_WIDTH = 32,
    parameter integer BLOCK = 0,
    // Derived, not to be set: bits of a record's number in the buffer, words of a record, bits of a word's number.
    parameter integer INDEX_WIDTH = (BEFORE + AFTER > 1) ? $clog2(BEFORE + AFTER) : 1,
    parameter integer STRIDE = $clog2(1 + (WIDTH + COUNTER_WIDTH - 1) / COUNTER_WIDTH),
    parameter integer ADDRESS_WIDTH = $clog2(5 + ((BEFORE + AFTER) << STRIDE))
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     tap_trigger_i,
    input  wire [WIDTH-1:0]         tap_data_i,
    input  wire                     enable_i,
    input  wire                     count_i,
    input  wire                     bank_i,
    input  wire                     read_i,
    input  wire                     read_next_i,
    input  wire [ADDRESS_WIDTH-1:0] read_word_i,
    output wire [COUNTER_WIDTH-1:0] read_data_o,
    output wire                     read_valid_o
);
  localparam integer ROOM = 1 << INDEX_WIDTH;
  localparam integer ROW = COUNTER_WIDTH + WIDTH;
  localparam [COUNTER_WIDTH-1:0] ZERO = {COUNTER_WIDTH{1'b0}}, ONE = {{COUNTER_WIDTH-1{1'b0}}, 1'b1};
  localparam [INDEX_WIDTH:0] NONE = {INDEX_WIDTH + 1{1'b0}}, STEP = {{INDEX_WIDTH{1'b0}}, 1'b1};
  // verilator lint_off WIDTH
  localparam [INDEX_WIDTH:0] EARLIER = BEFORE, LATER = AFTER;
  localparam [COUNTER_WIDTH-1:0] LONG = LASTED;
  // verilator lint_on WIDTH

  // The sample that waits, and the data of the edge before it.
  reg                     rst_q = 1'b1, trigger_q = 1'b0, known_q = 1'b0;
  reg [WIDTH-1:0]         data_q = {WIDTH{1'b0}}, last_q = {WIDTH{1'b0}};
  reg [COUNTER_WIDTH-1:0] time_q = ZERO, run_q = ZERO;  // run_q: edges that the trigger has been true before
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
  wire seen = count_i && !rst_q;
  wire changes = seen && (!known_q || data_q != last_q);
  wire fires = (TRIGGER == 3) ? changes
             : seen && trigger_q && (TRIGGER == 0 || run_q == ((TRIGGER == 1) ? ZERO : LONG - ONE));

  // Of the bank that counts: where the next record goes, records held, an open window and what it lacks, or a full one.
  reg [INDEX_WIDTH-1:0]   to_q = {INDEX_WIDTH{1'b0}};
  reg [INDEX_WIDTH:0]     held_q = NONE, left_q = NONE;
  reg                     open_q = 1'b0, full_q = 1'b0, bank_q = 1'b0;
  reg [COUNTER_WIDTH-1:0] lost_q = ZERO;
  wire                    cut = bank_i != bank_q;
  wire [INDEX_WIDTH-1:0]  to = cut ? {INDEX_WIDTH{1'b0}} : to_q;
  wire [INDEX_WIDTH:0]    held = cut ? NONE : held_q;
  wire                    full = full_q && !cut;
  wire                    open = open_q && !(cut && TRIGGER == 3);
  wire                    starts = fires && !open && !full;
  wire                    in_window = open || starts;
`ifdef MUTANT_1
  wire                    record = changes || starts;
`else
  wire                    record = (changes || starts) && !full;
`endif
  wire                    loses = full && (changes || fires);
  wire [INDEX_WIDTH:0]    left = starts ? LATER : left_q;
  wire                    ends = record && in_window && left == STEP;

  // Two banks of the buffer.
  reg [ROW-1:0] memory [0:2*ROOM-1];
  always @(posedge clk_i) begin
    if (record) memory[{bank_i, to}] <= {time_q, data_q};
    bank_q <= bank_i;
    to_q <= to + {{INDEX_WIDTH-1{1'b0}}, record};
    held_q <= (record && (in_window || held != EARLIER)) ? held + STEP : held;
    if (record && in_window) left_q <= left - STEP;
    open_q <= in_window && !ends;
    full_q <= full || ends;
    if (loses) lost_q <= lost_q + ONE;
  end

  // The report of the bank that does not count, set at the cut.
  reg [INDEX_WIDTH:0]     told_q = NONE;
  reg [INDEX_WIDTH-1:0]   oldest_q = {INDEX_WIDTH{1'b0}};
  reg [COUNTER_WIDTH-1:0] told_lost_q = ZERO, told_kept_q = ZERO;
  wire [INDEX_WIDTH:0]    tells = (open_q || full_q) ? held_q : NONE;
  always @(posedge clk_i)
    if (cut) begin
      told_q <= tells;
      oldest_q <= to_q - held_q[INDEX_WIDTH-1:0];
      told_lost_q <= lost_q;
      told_kept_q <= told_kept_q + {{COUNTER_WIDTH-INDEX_WIDTH-1{1'b0}}, tells};
    end

  // The table of edges, and the words behind it.
  wire [COUNTER_WIDTH-1:0] edges;
  wire                     edges_valid;
  tapestry_table #(.INDEX_WIDTH(2), .WIDTH(COUNTER_WIDTH), .BLOCK(BLOCK)) counts  // one bit less would become registers
      (.clk_i(clk_i), .bank_i(bank_i), .count_i(count_i), .index_i({1'b0, !rst_q}),
       .read_i(read_i), .read_next_i(read_next_i), .read_index_i({1'b0, read_word_i[0]}),
       .read_data_o(edges), .read_valid_o(edges_valid));

  /* verilator lint_off UNUSEDSIGNAL */
  wire [ADDRESS_WIDTH-1:0] from = read_word_i - {{ADDRESS_WIDTH-3{1'b0}}, 3'd5};
  /* verilator lint_on UNUSEDSIGNAL */
  wire [INDEX_WIDTH-1:0]   row = from[STRIDE +: INDEX_WIDTH];
  wire [INDEX_WIDTH:0]     at = {!bank_i, oldest_q + row};
  reg  [INDEX_WIDTH:0]     at_q = NONE;
  reg  [ROW-1:0]           row_q = {ROW{1'b0}};
  reg                      fetched_q = 1'b0;
  always @(posedge clk_i) begin
    at_q <= at;
    row_q <= memory[at];
    fetched_q <= read_i;
  end
  wire [(COUNTER_WIDTH<<STRIDE)-1:0] parts =
      {{(COUNTER_WIDTH<<STRIDE)-ROW{1'b0}}, row_q[WIDTH-1:0], row_q[WIDTH +: COUNTER_WIDTH]};
  assign read_data_o = (read_word_i < 2) ? edges : (read_word_i == 2) ? told_lost_q : (read_word_i == 3) ? told_kept_q
                     : (read_word_i == 4) ? {{COUNTER_WIDTH-INDEX_WIDTH-1{1'b0}}, told_q}
                     : parts[COUNTER_WIDTH*from[STRIDE-1:0] +: COUNTER_WIDTH];
  assign read_valid_o = (read_word_i < 2) ? edges_valid : (read_word_i < 5) ? !cut : fetched_q && at_q == at;

`ifdef FORMAL
  // Changes, and triggers outside a window, are recorded or lost; what windows took is told or still held.
  reg [COUNTER_WIDTH-1:0] f_seen = ZERO, f_recorded = ZERO, f_taken = ZERO;
  always @(posedge clk_i) begin
    if (changes || (fires && !open)) f_seen <= f_seen + ONE;
    if (record) f_recorded <= f_recorded + ONE;
    if (record && in_window) f_taken <= f_taken + ONE + (starts ? held : NONE);
  end
  always @* begin
    assert (f_recorded + lost_q == f_seen);
    assert (told_kept_q + tells == f_taken);
    assert (!(open_q && full_q));
    assert (held_q <= EARLIER + LATER);
    if (open_q) assert (left_q != NONE && left_q < LATER && held_q <= EARLIER + LATER - left_q);
    if (!open_q && !full_q) assert (held_q <= EARLIER);
  end
`endif

endmodule

`default_nettype wire
