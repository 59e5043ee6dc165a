// SPDX-License-Identifier: Apache-2.0
//
// tapestry_chain: the end of a chain of lean taps, and their place on the ring.
//
// Purpose      Drains the low bits of all taps of a chain (tapestry_drain) all the time into wide counters, which one block memory
//              holds, and reports them as the records of as many nodes. To the hub it is one node that holds RECORDS
//              taps.
// Measures     Nothing itself. What a tap counted is what its entries grew by, and the edges that were stolen from them.
// Parameters   SEGMENTS: tables on the chain; RECORDS: taps, of which each has one table or more. ENTRY_WIDTH, LOW, BLOCK: those of all
//              tapestry_drain. COUNTER_WIDTH: bits of a word of a record. ADDRESS_WIDTH: the wide counters are
//              2^ADDRESS_WIDTH, two for each entry. For each segment, in the order of the chain, the first in the lowest
//              bits: BASES: its first counter, a multiple of its number of counters; MASKS: its entries - 1; LASTS: whether
//              it is the last of its tap. LAW: 0 lets a chain be built that breaks its law, for tests.
// Timing       A period is an ask and a load, at which every segment gives the entry that sweep_q names, and SEGMENTS words of BITS
//              edges in which they come, that of the last segment first. Meanwhile the word before is dealt with: the counter of
//              {entry, half} grows by (value - last) modulo 2^LOW (fewer bits for smaller tables, see tapestry_drain), that of the
//              stolen index by 1. Banks change at the edge of a cut; a record is sent when all entries were read once more.
//              Commands for one tap are not obeyed: the banks of a chain change together.
// Overflow     Counters wrap modulo 2^COUNTER_WIDTH. The law: an entry is read every 2 * 2^ENTRY_WIDTH * PERIOD edges; while this is
//              less than 2^LOW nothing is lost, whatever the design does. A table of half the entries is read twice as
//              often, because the sweep counts {entry, half} up and tables take the lowest bits of entry, and needs a bit less.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: every entry is loaded again after the edges of the law; a counter grows by what its entry grew by
//              and by the edges that were stolen from it, and by nothing else; a record is complete when it is sent; banks change at
//              the edge of a cut and no other.

`default_nettype none

module tapestry_chain #(
    parameter integer SEGMENTS = 2,
    parameter integer RECORDS = 2,
    parameter integer ENTRY_WIDTH = 3,
    parameter integer LOW = 14,
    parameter integer COUNTER_WIDTH = 32,
    parameter integer BLOCK = 0,
    parameter integer ADDRESS_WIDTH = 5,
    parameter [SEGMENTS*ADDRESS_WIDTH-1:0] BASES = {5'd16, 5'd0},
    parameter [SEGMENTS*ENTRY_WIDTH-1:0] MASKS = {SEGMENTS*ENTRY_WIDTH{1'b1}},
    parameter [SEGMENTS-1:0] LASTS = {SEGMENTS{1'b1}},
    parameter integer LAW = 1
) (
    input  wire                   clk_i,
    input  wire [9:0]             ring_in,
    output wire [9:0]             ring_out,
    output wire [ENTRY_WIDTH+5:0] chain_out,
    /* verilator lint_off UNUSEDSIGNAL */
    input  wire [ENTRY_WIDTH+5:0] chain_in
    /* verilator lint_on UNUSEDSIGNAL */
);
  localparam integer BITS = LOW + ENTRY_WIDTH;                     // of a segment
  localparam integer LATE = (BLOCK != 0) ? 1 : 0;
  localparam integer PERIOD = SEGMENTS * BITS + 2 + LATE;
  // Of a counter, 16 bits each. Two at least: a counter is read again two steps after it was written.
  localparam integer WORDS = (COUNTER_WIDTH > 32) ? (COUNTER_WIDTH + 15) / 16 : 2;
  localparam integer BYTES = (COUNTER_WIDTH + 7) / 8;
  localparam integer WIDE = (LOW > 16) ? LOW : 16;                 // bits of the memory
  localparam integer PART_WIDTH = $clog2(WORDS + 1);
  localparam integer STEP_WIDTH = $clog2(2 * WORDS + 2);
  localparam integer BIT_WIDTH = $clog2(BITS);
  localparam integer SEGMENT_WIDTH = (SEGMENTS > 1) ? $clog2(SEGMENTS) : 1;
  localparam integer BYTE_WIDTH = (BYTES > 1) ? $clog2(BYTES) : 1;
  localparam [1:0] DATA = 2'd1, COMMAND = 2'd2, SLOT = 2'd3;
  // verilator lint_off WIDTH
  localparam [BIT_WIDTH-1:0]     LAST_BIT = BITS - 1;
  localparam [SEGMENT_WIDTH-1:0] LAST_SEGMENT = SEGMENTS - 1;
  localparam [BYTE_WIDTH-1:0]    LAST_BYTE = BYTES - 1;
  localparam [STEP_WIDTH-1:0]    OF_ENTRY = WORDS, OF_STOLEN = WORDS + 1, LAST_STEP = 2 * WORDS + 1;
  localparam [15:0]              PLACES = RECORDS;
  // verilator lint_on WIDTH

  generate
    if (LAW != 0 && (PERIOD << (ENTRY_WIDTH + 1)) >= (1 << LOW)) begin : law
      tapestry_chain_breaks_its_law needs_more_low_bits ();
    end
    if (LAW != 0 && BITS < 2 * WORDS + 9) begin : room
      tapestry_chain_has_no_time needs_more_low_bits ();
    end
  endgenerate

  // ---- Commands, as tapestry_node takes them ----------------------------------------------------------

  wire [1:0] kind = ring_in[9:8];
  wire [7:0] data = ring_in[7:0];
  reg        low_next_q = 1'b0, high_next_q = 1'b0, armed_q = 1'b0, carry_q = 1'b0;
  reg  [3:0] operation_q = 4'd0;
  reg  [9:0] count_q = 10'd0;                                     // edges to wait, negative; then records that are out
  wire       send_end;
  wire       low_comes = kind == DATA && low_next_q;
  wire       high_comes = kind == DATA && high_next_q;
  wire       fire = armed_q && count_q == 10'd0;
  always @(posedge clk_i) begin
    low_next_q <= kind == COMMAND || (low_next_q && kind != DATA);
    high_next_q <= kind != COMMAND && (low_comes || (high_next_q && kind != DATA));
    if (kind == COMMAND) operation_q <= data[3:0];
    armed_q <= kind != COMMAND && ((high_comes && !operation_q[3]) || (armed_q && !fire));
    if (fire) count_q <= 10'd0;
    else if (low_comes) count_q[7:0] <= data;
    else if (high_comes) count_q[9:8] <= data[1:0];
    else if (armed_q || send_end) count_q <= count_q + 10'd1;
  end

  reg  enable_q = 1'b0, stopped_q = 1'b0, disabled_q = 1'b0, bank_q = 1'b0;
  wire cuts = fire && operation_q[2:1] == 2'b00;
  wire reports = fire && !operation_q[2];
  always @(posedge clk_i) begin
    enable_q <= 1'b1;
`ifdef MUTANT_1
    if (reports) bank_q <= !bank_q;
`else
    if (cuts) bank_q <= !bank_q;
`endif
    if (fire && operation_q[2:1] == 2'b10) stopped_q <= operation_q[0];
    if (fire && operation_q[2:1] == 2'b11) disabled_q <= operation_q[0];
  end
  wire count = enable_q && !stopped_q && !disabled_q;

  // ---- The sweep -----------------------------------------------------------------------------------

  reg                      ask_q = 1'b1, moves_q = 1'b1, late_q = 1'b0, comes_q = 1'b0;
  reg                      write_q = 1'b0, counted_q = 1'b0, of_q = 1'b0;
  reg                      steals_q = 1'b0, steals_of_q = 1'b0;   // whether the edge of the load counts, and in which bank
  reg                      stolen_q = 1'b0, stolen_of_q = 1'b0;   // the same of the word that is dealt with
  reg  [ENTRY_WIDTH:0]     sweep_q = {ENTRY_WIDTH + 1{1'b0}};     // {entry, half}
  reg  [BIT_WIDTH-1:0]     bit_q = {BIT_WIDTH{1'b0}};
  reg  [SEGMENT_WIDTH-1:0] segment_q = LAST_SEGMENT;
  /* verilator lint_off UNUSEDSIGNAL */
  reg  [BITS-1:0]          word_q = {BITS{1'b0}};
  /* verilator lint_on UNUSEDSIGNAL */
  reg  [STEP_WIDTH-1:0]    step_q = {STEP_WIDTH{1'b0}};           // of dealing with a word; 0: at rest
  wire                     load = !moves_q;
  wire                     whole = comes_q && bit_q == LAST_BIT;  // its last bit comes
  wire                     ends = whole && segment_q == {SEGMENT_WIDTH{1'b0}};
  always @(posedge clk_i) begin
    ask_q <= ends;
    moves_q <= !ask_q;
    late_q <= load;
    comes_q <= ((BLOCK != 0) ? late_q : load) || (comes_q && !ends);
    if (ends) sweep_q <= sweep_q + {{ENTRY_WIDTH{1'b0}}, 1'b1};
    if (comes_q) bit_q <= whole ? {BIT_WIDTH{1'b0}} : bit_q + {{BIT_WIDTH-1{1'b0}}, 1'b1};
    word_q <= {chain_in[0], word_q[BITS-1:1]};
    // A sample counts two edges after it was taken, with the bank and the leave of the cycle after that edge.
`ifdef MUTANT_2
    counted_q <= 1'b1;
`else
    counted_q <= count;
`endif
    of_q <= bank_q;
    write_q <= count && !ask_q;
    if (load) {steals_q, steals_of_q} <= {counted_q, of_q};
    if (step_q == 1) {stolen_q, stolen_of_q} <= {steals_q, steals_of_q};
    step_q <= whole ? {{STEP_WIDTH-1{1'b0}}, 1'b1} : (step_q == {STEP_WIDTH{1'b0}} || step_q == LAST_STEP) ? {STEP_WIDTH{1'b0}}
              : step_q + {{STEP_WIDTH-1{1'b0}}, 1'b1};
    if (step_q == OF_STOLEN) segment_q <= (segment_q == {SEGMENT_WIDTH{1'b0}}) ? LAST_SEGMENT : segment_q - 1'b1;
  end
  assign chain_out = {sweep_q, write_q, moves_q, ask_q, bank_q, 1'b0};

  // Periods since the cut: 0 its own, 1 in which samples from before it may still come, then one for each entry of both banks, and that of
  // the last word. The bank that rests is then complete.
  reg  [ENTRY_WIDTH+1:0] settled_q = {ENTRY_WIDTH + 2{1'b1}};
  wire                   settled = settled_q[ENTRY_WIDTH+1] && (&settled_q[1:0]);
  always @(posedge clk_i)
    if (cuts) settled_q <= {ENTRY_WIDTH + 2{1'b0}};
    else if (ends && !settled) settled_q <= settled_q + {{ENTRY_WIDTH+1{1'b0}}, 1'b1};

  // ---- The counters ---------------------------------------------------------------------------------

  // Part 0 of a counter is the complement of the value that was read last, so that one adder serves all; the others are its 16-bit words,
  // the lowest first.
  // No step reads what it writes.
  (* ram_style = "block", no_rw_check *) reg [WIDE-1:0] counters [0:((WORDS+1)<<ADDRESS_WIDTH)-1];
  integer k;
  initial for (k = 0; k < (WORDS + 1) << ADDRESS_WIDTH; k = k + 1) counters[k] = {WIDE{k >> ADDRESS_WIDTH == 0}};

  // A byte is fetched in three cycles in which nothing else is due: its counter, its part, itself.
  reg  [1:0]               fetch_q = 2'd0;
  reg  [SEGMENT_WIDTH-1:0] told_segment_q = {SEGMENT_WIDTH{1'b0}};
  reg  [ENTRY_WIDTH-1:0]   told_entry_q = {ENTRY_WIDTH{1'b0}};
  reg  [BYTE_WIDTH-1:0]    told_byte_q = {BYTE_WIDTH{1'b0}};
  wire                     fetches = fetch_q != 2'd0;

  wire [SEGMENT_WIDTH-1:0] which = fetches ? told_segment_q : segment_q;
  // Column by column, so that a bit is one look-up by the segment's number.
  wire [ADDRESS_WIDTH-1:0] base;
  wire [ENTRY_WIDTH-1:0]   mask;
  wire                     last_of_tap = LASTS[which];
  genvar column, row;
  generate
    for (column = 0; column < ADDRESS_WIDTH; column = column + 1) begin : bases
      wire [SEGMENTS-1:0] bits;
      for (row = 0; row < SEGMENTS; row = row + 1) begin : each
        assign bits[row] = BASES[row*ADDRESS_WIDTH + column];
      end
      assign base[column] = bits[which];
    end
    for (column = 0; column < ENTRY_WIDTH; column = column + 1) begin : masks
      wire [SEGMENTS-1:0] bits;
      for (row = 0; row < SEGMENTS; row = row + 1) begin : each
        assign bits[row] = MASKS[row*ENTRY_WIDTH + column];
      end
      assign mask[column] = bits[which];
    end
  endgenerate

  reg  [ADDRESS_WIDTH-1:0] counter_q = {ADDRESS_WIDTH{1'b0}};
  wire                     of_stolen = step_q == OF_ENTRY;
  wire [ENTRY_WIDTH-1:0]   entry = fetches ? told_entry_q : of_stolen ? word_q[BITS-WORDS -: ENTRY_WIDTH] : sweep_q[ENTRY_WIDTH:1];
  wire                     half = fetches ? !bank_q : of_stolen ? stolen_of_q : sweep_q[0];
  wire [ENTRY_WIDTH:0]     place = {entry & mask, half};
  wire                     takes = (fetch_q == 2'd1) || of_stolen || (comes_q && bit_q == LAST_BIT - 1'b1);
  // verilator lint_off WIDTH
  wire [ADDRESS_WIDTH-1:0] counter_d = base | place;
  wire [PART_WIDTH-1:0]    told_part = (told_byte_q >> 1) + 1;
  wire [PART_WIDTH-1:0]    part = fetches ? told_part : whole ? 0 : (step_q > OF_ENTRY) ? step_q - OF_ENTRY : step_q;
  // verilator lint_on WIDTH
  always @(posedge clk_i) if (takes) counter_q <= counter_d;

  reg  [WIDE-1:0]                     read_q;  // the memory's own register, which has no initial value
`ifdef FORMAL
  initial read_q = {WIDE{1'b0}};
`endif
  reg  [PART_WIDTH+ADDRESS_WIDTH-1:0] address_q = {PART_WIDTH+ADDRESS_WIDTH{1'b0}};
  wire [PART_WIDTH+ADDRESS_WIDTH-1:0] address = {part, counter_q};
  reg  [LOW-1:0]                      grows_q = {LOW{1'b0}};
  wire                                first = step_q == 1;
  wire [WIDE:0]                       sum;     // in the first step word - last, of which LOW bits count
  wire                                unused;
  assign {sum, unused} = {1'b0, read_q, 1'b1} + {{WIDE-LOW+1{1'b0}}, grows_q, first};
  wire [WIDE-1:0]                     written = first ? ~{{WIDE-LOW{1'b0}}, grows_q} : {{WIDE-16{1'b0}}, sum[15:0]};
  always @(posedge clk_i) begin
    read_q <= counters[address];
    address_q <= address;
    if (step_q != 0) counters[address_q] <= written;
    if (whole) grows_q <= word_q[LOW:1];
    else if (first) grows_q <= sum[LOW-1:0] & {mask, {LOW-ENTRY_WIDTH{1'b1}}};
    else if (step_q == OF_STOLEN) grows_q <= {{LOW-1{1'b0}}, stolen_q};
    else grows_q <= {{LOW+15-WIDE{1'b0}}, sum[WIDE:16]};
  end

  // ---- Records -------------------------------------------------------------------------------------

  reg        pending_q = 1'b0;    // there are records to send
  reg        identity_q = 1'b0;   // they are identities, of which the map's is enough: they are empty
  reg        held_q = 1'b0;       // byte_q is the next byte
  reg        final_q = 1'b0;      // it is the last of its record
  reg        ending_q = 1'b0;     // the end of a record is next
  reg        cut_short_q = 1'b0, quiet_q = 1'b0;
  reg  [7:0] byte_q = 8'd0;
  wire       slot = kind == SLOT && !data[7] && !data[0];
  wire       send = slot && pending_q && !armed_q;
  wire       send_data = send && held_q;
  assign     send_end = send && ending_q;
  wire       all_sent = send_end && count_q == PLACES[9:0] - 10'd1;
  wire       fetch = pending_q && settled && !identity_q && !held_q && !ending_q && quiet_q && !fetches;
  wire       byte_ends = told_byte_q == LAST_BYTE;
  wire       segment_ends = byte_ends && told_entry_q == mask;
  wire       tap_ends = segment_ends && last_of_tap;
  wire       got = fetch_q == 2'd3;
  always @(posedge clk_i) begin
    // From the last step of a word up to six cycles before the next word is whole.
    quiet_q <= comes_q && bit_q < LAST_BIT - 6 && step_q == {STEP_WIDTH{1'b0}};
    fetch_q <= (fetch || fetches) ? fetch_q + 2'd1 : 2'd0;
    if (got) byte_q <= told_byte_q[0] ? read_q[15:8] : read_q[7:0];
    held_q <= pending_q && (got || (held_q && !send_data));
    final_q <= pending_q && (got ? tap_ends : final_q && !send_data);
    ending_q <= (pending_q && ((ending_q && (identity_q || !send_end) && !all_sent) || (send_data && final_q)))
                || (reports && operation_q[1]);
    pending_q <= kind != COMMAND && ((pending_q && !all_sent) || reports);
    if (fire) identity_q <= operation_q[1];
    cut_short_q <= (cut_short_q && !(all_sent && !identity_q)) || (kind == COMMAND && ((pending_q && !identity_q) || cuts));
    if (fire) begin
      told_byte_q <= {BYTE_WIDTH{1'b0}};
      told_entry_q <= {ENTRY_WIDTH{1'b0}};
      told_segment_q <= {SEGMENT_WIDTH{1'b0}};
    end
    else if (got) begin
      told_byte_q <= byte_ends ? {BYTE_WIDTH{1'b0}} : told_byte_q + 1'b1;
      if (byte_ends) told_entry_q <= segment_ends ? {ENTRY_WIDTH{1'b0}} : told_entry_q + 1'b1;
      if (segment_ends) told_segment_q <= told_segment_q + 1'b1;
    end
  end

  // ---- The word that goes on -------------------------------------------------------------------------

  // Commands for all pass like through a node, those for one tap like through as many as there are records.
  reg  [9:0]  ring_q = 10'd0;
  wire [15:0] places = operation_q[3] ? PLACES : 16'd1;
  wire [7:0]  added = low_comes ? places[7:0] : high_comes ? places[15:8] : 8'd0;
  wire        carry, unused_too;
  wire [7:0]  number;
  assign {carry, number, unused_too} = {1'b0, data, 1'b1} + {1'b0, added, high_comes && carry_q};
  wire [7:0]  status = {4'b1000, stopped_q, cut_short_q, disabled_q, !bank_q};
  wire        busy = slot && (armed_q || (pending_q && !held_q && !ending_q));
  always @(posedge clk_i) begin
    if (low_comes) carry_q <= carry;
    ring_q[9:8] <= {kind[1] && !send_data, kind[0]};
    ring_q[7:0] <= number | ({8{send_data}} & byte_q) | ({8{send_end}} & status) | {7'd0, busy};
  end
  assign ring_out = ring_q;

`ifdef FORMAL
  // Edges since the ask, and which word comes, the first being that of the last segment.
  integer                   f_k;
  reg [15:0]                f_since = 16'd0;
  reg [SEGMENT_WIDTH-1:0]   f_coming = LAST_SEGMENT;
  reg                       f_old = 1'b0;  // it is not the first period
  always @(posedge clk_i) begin
    f_since <= (f_since == PERIOD - 1) ? 16'd0 : f_since + 16'd1;
    if (f_since == PERIOD - 1) f_old <= 1'b1;
    if (comes_q && bit_q == BITS - 1) f_coming <= (f_coming == 0) ? LAST_SEGMENT : f_coming - 1'b1;
  end
  wire [15:0] f_words = LAST_SEGMENT - f_coming;
  wire        f_steps = f_since < LAST_STEP && f_old;  // the last word of the period before
  wire        f_dealt = comes_q && f_words != 0 && bit_q < LAST_STEP;
  always @* begin
    assert (f_since < PERIOD && ask_q == (f_since == 0) && load == (f_since == 1) && late_q == (f_since == 2));
    assert (comes_q == (f_since > LATE + 1));
    if (comes_q) assert (f_since == 2 + LATE + f_words * BITS + bit_q && bit_q < BITS);
    else assert (bit_q == 0 && f_coming == LAST_SEGMENT);
    assert (f_words < SEGMENTS);
    assert (step_q == (f_steps ? f_since + 1 : f_dealt ? bit_q + 1 : 0));
    assert (segment_q == ((f_steps && step_q <= OF_STOLEN) ? 0 : (f_dealt && step_q <= OF_STOLEN) ? f_coming + 1'b1 : f_coming));
  end

  // The law: any one entry, that of the first edge, is loaded again before 2 * 2^ENTRY_WIDTH periods are over.
  reg                    f_started = 1'b0;
  reg  [ENTRY_WIDTH:0]   f_chosen = {ENTRY_WIDTH + 1{1'b0}};
  wire [ENTRY_WIDTH:0]   f_at = f_started ? f_chosen : ring_in[ENTRY_WIDTH:0];
  reg  [31:0]            f_unread = 32'd0;    // edges since it was asked for, or since the start
  reg                    f_once = 1'b0;
  wire [ENTRY_WIDTH:0]   f_behind = sweep_q - f_at;
  wire                   f_reads = ask_q && sweep_q == f_at;
  always @(posedge clk_i) begin
    f_started <= 1'b1;
    f_chosen <= f_at;
    f_unread <= f_reads ? 32'd1 : f_unread + 32'd1;
    if (f_reads) f_once <= 1'b1;
  end
  always @* begin
    if (f_once && !ask_q) assert (f_unread == f_behind * PERIOD + f_since);
    if (f_once && ask_q) assert (f_unread == ((f_behind == 0) ? (PERIOD << (ENTRY_WIDTH + 1)) : f_behind * PERIOD));
    if (!f_once) assert (f_unread == sweep_q * PERIOD + f_since && (f_behind > sweep_q || (f_behind == 0 && ask_q) || sweep_q < f_at));
    assert (f_unread <= PERIOD << (ENTRY_WIDTH + 1));
    assert ((PERIOD << (ENTRY_WIDTH + 1)) < (1 << LOW));
  end

  // The same in the last segment, whose table may be smaller: before as many periods as it has entries in both banks.
  localparam [ENTRY_WIDTH:0] F_SMALL = {MASKS[(SEGMENTS-1)*ENTRY_WIDTH +: ENTRY_WIDTH], 1'b1};
  reg  [31:0]            f_unread_small = 32'd0;
  reg                    f_once_small = 1'b0;
  wire [ENTRY_WIDTH:0]   f_behind_small = f_behind & F_SMALL;
  always @(posedge clk_i) begin
    f_unread_small <= (ask_q && f_behind_small == 0) ? 32'd1 : f_unread_small + 32'd1;
    if (ask_q && f_behind_small == 0) f_once_small <= 1'b1;
  end
  always @* begin
    if (f_once_small && (!ask_q || f_behind_small != 0)) assert (f_unread_small == f_behind_small * PERIOD + f_since);
    if (f_once_small) assert (f_unread_small <= (F_SMALL + 1) * PERIOD);
  end

  // The counters, as if each word were dealt with at once.
  localparam integer F_COUNTERS = 1 << ADDRESS_WIDTH;
  reg  [LOW-1:0]           f_last [0:F_COUNTERS-1];
  reg  [16*WORDS-1:0]      f_total [0:F_COUNTERS-1];
  initial for (f_k = 0; f_k < F_COUNTERS; f_k = f_k + 1) begin
    f_last[f_k] = {LOW{1'b0}};
    f_total[f_k] = {16*WORDS{1'b0}};
  end
  reg  [ENTRY_WIDTH:0]     f_asked = {ENTRY_WIDTH + 1{1'b0}};     // {entry, half} of the load before
  reg                      f_counts = 1'b0, f_counts_of = 1'b0;   // whether the edge of that load counts, and in which bank
  reg  [ADDRESS_WIDTH-1:0] f_of_entry = {ADDRESS_WIDTH{1'b0}}, f_of_stolen = {ADDRESS_WIDTH{1'b0}};
  wire [SEGMENT_WIDTH-1:0] f_segment = (f_coming == LAST_SEGMENT) ? 0 : f_coming + 1'b1;
  wire [ADDRESS_WIDTH-1:0] f_base = BASES[f_segment*ADDRESS_WIDTH +: ADDRESS_WIDTH];
  wire [ENTRY_WIDTH-1:0]   f_mask = MASKS[f_segment*ENTRY_WIDTH +: ENTRY_WIDTH];
  wire [ADDRESS_WIDTH-1:0] f_entry = f_base + {f_asked[ENTRY_WIDTH:1] & f_mask, f_asked[0]};
  wire [ADDRESS_WIDTH-1:0] f_stolen = f_base + {word_q[LOW +: ENTRY_WIDTH] & f_mask, f_counts_of};
  wire [ADDRESS_WIDTH-1:0] f_next = BASES[f_coming*ADDRESS_WIDTH +: ADDRESS_WIDTH]
                                  + {sweep_q[ENTRY_WIDTH:1] & MASKS[f_coming*ENTRY_WIDTH +: ENTRY_WIDTH], sweep_q[0]};
  wire [LOW-1:0]           f_grew = (word_q[LOW-1:0] - f_last[f_entry]) & {f_mask, {LOW-ENTRY_WIDTH{1'b1}}};
  reg                      f_counted = 1'b0, f_of = 1'b0;         // the leave to count and the bank of the cycle before
  always @(posedge clk_i) begin
    f_counted <= enable_q && !stopped_q && !disabled_q;
    f_of <= bank_q;
    if (load) f_asked <= sweep_q;
    if (load) f_counts <= f_counted;
    if (load) f_counts_of <= f_of;
    if (step_q == 1) begin
      f_of_entry <= f_entry;
      f_of_stolen <= f_stolen;
      f_last[f_entry] <= word_q[LOW-1:0];
      if (f_entry == f_stolen) f_total[f_entry] <= f_total[f_entry] + f_grew + f_counts;
      else begin
        f_total[f_entry] <= f_total[f_entry] + f_grew;
        f_total[f_stolen] <= f_total[f_stolen] + f_counts;
      end
    end
  end
  always @* begin
    assert (f_counted == counted_q && f_counts == steals_q && f_counts_of == steals_of_q && f_of == of_q);
    assert (write_q == (counted_q && !load));
    if (comes_q || (f_old && f_since > 1)) assert (f_asked == sweep_q);
    // What a counter still lacks, step by step; WORDS = 2.
    for (f_k = 0; f_k < F_COUNTERS; f_k = f_k + 1) begin
      assert (counters[f_k][LOW-1:0] == ~f_last[f_k]);
      assert (({counters[2*F_COUNTERS + f_k][15:0], counters[F_COUNTERS + f_k][15:0]}
               + ((f_k == f_of_entry && step_q == 2) || (f_k == f_of_stolen && step_q == 4) ? grows_q : 0)
               + ((f_k == f_of_entry && step_q == 3) || (f_k == f_of_stolen && step_q == 5) ? grows_q << 16 : 0)
               + ((f_k == f_of_stolen && (step_q == 2 || step_q == 3)) ? stolen_q : 0)) == f_total[f_k]);
    end
    if (comes_q && bit_q == BITS - 1) assert (counter_q == f_next);
    case (step_q)
      1: assert (grows_q == word_q[LOW-1:0] && counter_q == f_entry && address_q == f_entry && read_q == counters[f_entry]);
      2: assert (counter_d == f_of_stolen && counter_q == f_of_entry && address_q == F_COUNTERS + f_of_entry && read_q == counters[address_q]);
      3: assert (counter_q == f_of_stolen && address_q == 2*F_COUNTERS + f_of_entry && read_q == counters[address_q] && grows_q < 2);
      4: assert (counter_q == f_of_stolen && address_q == F_COUNTERS + f_of_stolen && read_q == counters[address_q] && grows_q < 2);
      5: assert (address_q == 2*F_COUNTERS + f_of_stolen && read_q == counters[address_q] && grows_q < 2);
      default: ;
    endcase
    if (quiet_q || fetches) assert (step_q == 0 && comes_q && bit_q + 6 <= LAST_BIT + fetch_q);
  end

  // A cut, and whether the chosen entry of the bank that rests was read since, and dealt with.
  reg        f_bank = 1'b0, f_loaded = 1'b0, f_done = 1'b0;
  reg  [2:0] f_fresh = 3'd0;  // edges since the cut: samples from before it may be on their way
  wire       f_cut = fire && operation_q[2:0] < 3'd2;
  wire [ENTRY_WIDTH:0] f_rests = {f_at[ENTRY_WIDTH:1], !bank_q};
  wire [ENTRY_WIDTH:0] f_ago = sweep_q - f_rests;          // periods since it was asked for
  localparam integer F_SWEPT = (2 << ENTRY_WIDTH) + 2;
  always @(posedge clk_i) begin
    if (f_cut) f_bank <= !f_bank;
    f_fresh <= f_cut ? 3'd0 : (f_fresh == 3'd7) ? 3'd7 : f_fresh + 3'd1;
    f_loaded <= !f_cut && (f_loaded || (load && f_ago == 0 && f_fresh > 3'd3));
    f_done <= !f_cut && (f_done || (f_loaded && f_since == LAST_STEP));
  end
  always @* begin
    assert (f_bank == bank_q && (settled_q <= F_SWEPT + 1 || !f_reported));
    if (settled_q >= 1 && f_reported) assert (f_fresh > f_since || f_fresh == 3'd7);
    if (settled_q >= 2 && f_reported) assert (f_fresh == 3'd7);
    if (settled_q >= 2 && f_reported && f_ago != 0 && f_ago <= settled_q - 2) assert (f_loaded);
    if (settled_q >= 2 && f_reported && f_ago == 0 && f_since > 1) assert (f_loaded);
    if (settled_q >= F_SWEPT && f_reported) assert (f_loaded);
    if (settled_q == F_SWEPT && f_since > LAST_STEP && f_reported) assert (f_done);
    if (settled_q > F_SWEPT && f_reported) assert (f_done);
    if (send_data) assert (f_done && settled);
    if (held_q || fetches) assert (settled && f_reported);
    if (pending_q && !identity_q) assert (f_reported);
    assert (!(armed_q && (low_next_q || high_next_q)) && !(low_next_q && high_next_q));
    if (armed_q || low_next_q || high_next_q) assert (!pending_q);
    if (armed_q || high_next_q) assert (!held_q && !ending_q && !final_q);
    if (high_next_q && fetches) assert (fetch_q >= 2'd2);
    if (armed_q && fetches) assert (fetch_q == 2'd3);
  end
  reg f_reported = 1'b0;  // there was a cut
  always @(posedge clk_i) if (f_cut) f_reported <= 1'b1;
`endif

endmodule

`default_nettype wire
