// SPDX-License-Identifier: Apache-2.0
//
// tapestry_sweep: reads the tables of a chain of lean taps, all the time, into wide counters.
//
// Purpose      Drains the low bits of all taps of a chain (tapestry_drain) into wide counters, which one block memory holds, and
//              gives their bytes, tap by tap. What stands around it sends them: tapestry_chain to a ring, tapestry_chain_hub to a link.
// Measures     Nothing itself. What a tap counted is the sum of what was taken from its entries, and the edges that were stolen from them.
// Parameters   SEGMENTS: tables on the chain. ENTRY_WIDTH, LOW: those of all
//              tapestry_drain. COUNTER_WIDTH: bits of a word of a record. ADDRESS_WIDTH: the wide counters are
//              2^ADDRESS_WIDTH, two for each entry. For each segment, in the order of the chain, the first in the lowest
//              bits: BASES: its first counter, a multiple of its number of counters; MASKS: its entries - 1; LASTS: whether
//              it is the last of its tap. LAW: 0 lets a chain be built that breaks its law, for tests.
// Timing       A period is an ask, a load and a pause, after which every segment gives the entry that sweep_q names, as words of BITS
//              edges, that of the last segment first: the index that gave way to the reader, then the value. The counter of the former
//              grows by 1 when the word's value begins to come, that of {entry, half} by the value when the word is whole; both byte by byte.
//              Between the two a byte is fetched for whoever sends. Banks change at the edge after cut_i = 1. While tells_i = 1 the
//              bytes of the bank that rests are offered, from those of the first tap on after restart_i = 1, once all entries were read again.
// Overflow     Counters wrap modulo 2^COUNTER_WIDTH or more. The law: an entry is read every 2 * 2^ENTRY_WIDTH * PERIOD edges; while this is
//              less than 2^LOW nothing is lost, whatever the design does. A table of half the entries is read twice as
//              often, because the sweep counts {entry, half} up and tables take the lowest bits of entry, and needs a bit less.
// Cost         In the table of docs/taps.md, as part of the chain and of the hub.
// Proved       By taps/prove: every entry is loaded again after the edges of the law; a counter grows by what was taken from its entry
//              and by the edges that were stolen from it, and by nothing else; bytes are those of a bank that is complete.

`default_nettype none

module tapestry_sweep #(
    parameter integer SEGMENTS = 2,
    parameter integer ENTRY_WIDTH = 3,
    parameter integer LOW = 14,
    parameter integer COUNTER_WIDTH = 32,
    parameter integer ADDRESS_WIDTH = 5,
    parameter [SEGMENTS*ADDRESS_WIDTH-1:0] BASES = {5'd16, 5'd0},
    parameter [SEGMENTS*ENTRY_WIDTH-1:0] MASKS = {SEGMENTS*ENTRY_WIDTH{1'b1}},
    parameter [SEGMENTS-1:0] LASTS = {SEGMENTS{1'b1}},
    parameter integer LAW = 1
) (
    input  wire                    clk_i,
    input  wire                    count_i,
    input  wire                    cut_i,
    output wire                    bank_o,
    input  wire                    restart_i,
    input  wire                    tells_i,
    output wire                    valid_o,
    output wire [7:0]              byte_o,
    output wire                    last_o,
    input  wire                    take_i,
    output wire [ENTRY_WIDTH+9:0]  chain_out,
    /* verilator lint_off UNUSEDSIGNAL */
    input  wire [ENTRY_WIDTH+9:0]  chain_in
    /* verilator lint_on UNUSEDSIGNAL */
);
  localparam integer BITS = LOW + ENTRY_WIDTH;                     // of a segment
  localparam integer PERIOD = SEGMENTS * BITS + 3;
  localparam integer BYTES = (COUNTER_WIDTH + 7) / 8;              // of a counter
  localparam integer PART_WIDTH = (BYTES > 1) ? $clog2(BYTES) : 1;
  localparam integer SEGMENT_WIDTH = (SEGMENTS > 1) ? $clog2(SEGMENTS) : 1;
  // The bits of a word at which the counter of the stolen index, that of the byte to be told, and that of the entry are looked up.
  localparam integer OF_STOLEN = (ENTRY_WIDTH > BYTES) ? ENTRY_WIDTH : BYTES;
  localparam integer OF_TOLD = OF_STOLEN + BYTES + 2;
  localparam integer OF_ENTRY = BITS - 3;
  // verilator lint_off WIDTH
  localparam [SEGMENT_WIDTH-1:0] LAST_SEGMENT = SEGMENTS - 1;
  localparam [4:0]               FIRST_NUMBER = 31 - BITS;
  localparam [PART_WIDTH-1:0]    LAST_PART = BYTES - 1;
  // Of the second and third byte of a value, the bits that it has.
  localparam [7:0]               SECOND = (LOW >= 16) ? 255 : (1 << (LOW - 8)) - 1;
  localparam [7:0]               THIRD = (LOW > 16) ? (1 << (LOW - 16)) - 1 : 0;
  // verilator lint_on WIDTH

  generate
    if (LAW != 0 && (PERIOD << (ENTRY_WIDTH + 1)) >= (1 << LOW)) begin : law
      tapestry_sweep_breaks_its_law needs_more_low_bits ();
    end
    if (LAW != 0 && OF_TOLD >= OF_ENTRY) begin : room
      tapestry_sweep_has_no_time needs_more_low_bits ();
    end
    if (BITS > 31) begin : much
      tapestry_sweep_has_too_many_bits needs_fewer_tables ();
    end
  endgenerate

  // ---- The sweep -----------------------------------------------------------------------------------

  reg                      enable_q = 1'b0, bank_q = 1'b0;
  reg                      ask_q = 1'b1, load_q = 1'b0, late_q = 1'b0;
  reg                      store_q = 1'b0, counted_q = 1'b0, of_q = 1'b0;
  reg                      steals_q = 1'b0, steals_of_q = 1'b0;   // whether the edge of the load counts, and in which bank
  reg  [4:0]               number_q = 5'd31;                      // for the taps: the bit of their word that goes out next
  reg  [ENTRY_WIDTH:0]     sweep_q = {ENTRY_WIDTH + 1{1'b0}};     // {entry, half}
  reg  [BITS-1:0]          token_q = {BITS{1'b0}};                // the bit of a word that comes: no counter, nothing to compare
  reg  [SEGMENT_WIDTH-1:0] segment_q = LAST_SEGMENT;
  reg  [LOW-1:0]           word_q = {LOW{1'b0}};                  // the last bits that came
  wire                     count = enable_q && count_i;
  wire                     whole = token_q[BITS-1];               // its last bit comes
  reg                      last_segment_q = (SEGMENTS == 1);      // it is of the last segment; known long before that
  wire                     ends = whole && last_segment_q;
  always @(posedge clk_i) begin
    enable_q <= 1'b1;
`ifdef MUTANT_1
    if (cut_i && !load_q) bank_q <= !bank_q;
`else
    if (cut_i) bank_q <= !bank_q;
`endif
    ask_q <= ends;
    load_q <= ask_q;
    late_q <= load_q;
    token_q <= {token_q[BITS-2:0], late_q || (whole && !last_segment_q)};
    number_q <= load_q ? FIRST_NUMBER : number_q + {4'd0, !(&number_q)};
    if (ends) sweep_q <= sweep_q + {{ENTRY_WIDTH{1'b0}}, 1'b1};
    last_segment_q <= segment_q == {SEGMENT_WIDTH{1'b0}};
    if (whole) segment_q <= last_segment_q ? LAST_SEGMENT : segment_q - 1'b1;
    word_q <= {chain_in[0], word_q[LOW-1:1]};
    // A sample counts two edges after it was taken, with the bank and the leave of the cycle after that edge.
`ifdef MUTANT_2
    counted_q <= 1'b1;
`else
    counted_q <= count;
`endif
    of_q <= bank_q;
    store_q <= count || ask_q;
    if (load_q) {steals_q, steals_of_q} <= {counted_q, of_q};
  end
  assign chain_out = {number_q, sweep_q[ENTRY_WIDTH:1], store_q, load_q, ask_q, ask_q ? sweep_q[0] : bank_q, 1'b0};
  assign bank_o = bank_q;

  // Periods since the cut: 0 its own, 1 in which samples from before it may still come, then one for each entry of both banks, and that of
  // the last word. The bank that rests is then complete.
  // They are counted by a shift register with the inverse of two bits fed back, which needs no adder.
  localparam integer SWEPT = (2 << ENTRY_WIDTH) + 3;
  localparam integer COUNT_WIDTH = (ENTRY_WIDTH == 1) ? 4 : (ENTRY_WIDTH == 6) ? 9 : ENTRY_WIDTH + 2;
  localparam integer TAP = (COUNT_WIDTH == 5) ? 2 : (COUNT_WIDTH == 9) ? 4 : (COUNT_WIDTH == 10) ? 6 : (COUNT_WIDTH == 11) ? 8 : COUNT_WIDTH - 2;
  function [COUNT_WIDTH-1:0] after(input integer periods);
    integer k;
    begin
      after = {COUNT_WIDTH{1'b0}};
      for (k = 0; k < periods; k = k + 1) after = {after[COUNT_WIDTH-2:0], after[COUNT_WIDTH-1] == after[TAP]};
    end
  endfunction
  localparam [COUNT_WIDTH-1:0] IS_SETTLED = after(SWEPT);
  reg  [COUNT_WIDTH-1:0] settled_q = IS_SETTLED;
  wire                   settled = settled_q == IS_SETTLED;
  always @(posedge clk_i)
    if (cut_i) settled_q <= {COUNT_WIDTH{1'b0}};
    else if (ends && !settled) settled_q <= {settled_q[COUNT_WIDTH-2:0], settled_q[COUNT_WIDTH-1] == settled_q[TAP]};

  // ---- Which counter -------------------------------------------------------------------------------

  reg  [SEGMENT_WIDTH-1:0] told_segment_q = {SEGMENT_WIDTH{1'b0}};
  reg  [ENTRY_WIDTH-1:0]   told_entry_q = {ENTRY_WIDTH{1'b0}};
  reg  [PART_WIDTH-1:0]    told_part_q = {PART_WIDTH{1'b0}};
  wire                     at_stolen = token_q[OF_STOLEN], at_told = token_q[OF_TOLD], at_entry = token_q[OF_ENTRY];
  wire [SEGMENT_WIDTH-1:0] which = at_told ? told_segment_q : segment_q;
  // Column by column, so that a bit is one look-up by the segment's number.
  wire [ADDRESS_WIDTH-1:0] base;
  wire [ENTRY_WIDTH-1:0]   mask;
  wire                     last_of_tap = LASTS[told_segment_q];
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
  wire [ENTRY_WIDTH-1:0]   entry = at_told ? told_entry_q : at_entry ? sweep_q[ENTRY_WIDTH:1] : word_q[LOW-1-OF_STOLEN+ENTRY_WIDTH -: ENTRY_WIDTH];
  wire                     half = at_told ? !bank_q : at_entry ? sweep_q[0] : steals_of_q;
  wire [ENTRY_WIDTH:0]     place = {entry & mask, half};
  reg  [ADDRESS_WIDTH-1:0] counter_q = {ADDRESS_WIDTH{1'b0}};
  reg  [PART_WIDTH-1:0]    part_q = {PART_WIDTH{1'b0}};
  reg                      begins_q = 1'b0, reads_q = 1'b0;  // the first byte of a counter that grows is read, one of them
  wire                     begins = at_stolen || at_entry;
  always @(posedge clk_i) begin
    // verilator lint_off WIDTH
    if (begins || at_told) counter_q <= base | place;
    // verilator lint_on WIDTH
    part_q <= begins ? {PART_WIDTH{1'b0}} : at_told ? told_part_q : part_q + 1'b1;
    begins_q <= begins;
    reads_q <= begins || (reads_q && part_q != LAST_PART);
  end

  // ---- The counters ---------------------------------------------------------------------------------

  // By byte: {byte of the counter, counter}. Read at one edge, added at the one after the next: no path has both the memory and the adder
  // in it. counter_q stands until the last byte is written, and no step reads what another has still to write.
  (* ram_style = "block", no_rw_check *) reg [7:0] counters [0:(BYTES<<ADDRESS_WIDTH)-1];
  integer k;
  initial for (k = 0; k < BYTES << ADDRESS_WIDTH; k = k + 1) counters[k] = 8'd0;
  reg  [7:0]            read_q;  // the memory's own register, which has no initial value
`ifdef FORMAL
  initial read_q = 8'd0;
`endif
  reg  [7:0]            added_q = 8'd0;
  reg  [PART_WIDTH-1:0] part_1_q = {PART_WIDTH{1'b0}}, part_2_q = {PART_WIDTH{1'b0}};
  reg                   begins_1_q = 1'b0, reads_1_q = 1'b0;
  reg                   adds_q = 1'b0, of_entry_q = 1'b0, carried_q = 1'b0;
  // A byte of the value is taken an edge before it is added. The register moves on meanwhile: the last bit of the value is still to come
  // when the first byte is taken, and has come when the second one is.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [LOW+15:0]       values = {16'd0, word_q};
  /* verilator lint_on UNUSEDSIGNAL */
  reg  [7:0]            grows_q = 8'd0;
  wire                  carry, unused;
  wire [7:0]            sum;
  assign {carry, sum, unused} = {1'b0, added_q, 1'b1} + {1'b0, grows_q, carried_q};
  always @(posedge clk_i) begin
    read_q <= counters[{part_q, counter_q}];
    part_1_q <= part_q;
    reads_1_q <= reads_q;
    begins_1_q <= begins_q;
    added_q <= read_q;
    part_2_q <= part_1_q;
    grows_q <= !of_entry_q ? 8'd0 : begins_1_q ? values[8:1] : (part_1_q == 1) ? values[15:8] & SECOND
               : (part_1_q == 2) ? values[22:15] & THIRD : 8'd0;
    adds_q <= reads_1_q;
    if (begins) of_entry_q <= at_entry;
    if (adds_q) counters[{part_2_q, counter_q}] <= sum;
    // Into the first byte goes the edge that was stolen, if it counts.
`ifdef MUTANT_3
    carried_q <= begins_1_q && !of_entry_q && steals_q;
`else
    carried_q <= begins_1_q ? !of_entry_q && steals_q : carry;
`endif
  end

  // ---- Bytes that are told -------------------------------------------------------------------------

  reg        fetch_1_q = 1'b0, fetch_2_q = 1'b0;  // its address is read, it is there
  reg        held_q = 1'b0, final_q = 1'b0;
  reg  [7:0] byte_q = 8'd0;
  wire       part_ends = told_part_q == LAST_PART;
  reg        entries_end_q = 1'b0;
  wire       segment_ends = part_ends && entries_end_q;
  wire       got = fetch_2_q && !restart_i;
  always @(posedge clk_i) begin
    if (at_told) entries_end_q <= told_entry_q == mask;
    fetch_1_q <= at_told && tells_i && settled && !held_q && !restart_i;
    fetch_2_q <= fetch_1_q && tells_i && !restart_i;
    if (got) byte_q <= read_q;
    held_q <= tells_i && !restart_i && (got || (held_q && !take_i));
    if (got) final_q <= segment_ends && last_of_tap;
    if (restart_i) begin
      told_part_q <= {PART_WIDTH{1'b0}};
      told_entry_q <= {ENTRY_WIDTH{1'b0}};
      told_segment_q <= {SEGMENT_WIDTH{1'b0}};
    end
    else if (got) begin
      told_part_q <= part_ends ? {PART_WIDTH{1'b0}} : told_part_q + 1'b1;
      if (part_ends) told_entry_q <= segment_ends ? {ENTRY_WIDTH{1'b0}} : told_entry_q + 1'b1;
      if (segment_ends) told_segment_q <= told_segment_q + 1'b1;
    end
  end
  assign valid_o = held_q;
  assign byte_o = byte_q;
  assign last_o = final_q;

`ifdef FORMAL
  // Edges since the ask, and which word comes, the first being that of the last segment.
  integer                   f_k;
  reg [15:0]                f_since = 16'd0;
  reg [SEGMENT_WIDTH-1:0]   f_coming = LAST_SEGMENT;
  reg                       f_old = 1'b0;  // it is not the first period
  reg                       f_comes = 1'b0;
  reg [7:0]                 f_bit = 8'd0;                         // of the word that comes
  reg [ENTRY_WIDTH+1:0]     f_settled = SWEPT;                    // periods since the cut
  always @(posedge clk_i) begin
    f_since <= (f_since == PERIOD - 1) ? 16'd0 : f_since + 16'd1;
    if (f_since == PERIOD - 1) f_old <= 1'b1;
    f_comes <= late_q || (f_comes && !ends);
    if (f_comes) f_bit <= (f_bit == BITS - 1) ? 8'd0 : f_bit + 8'd1;
    f_settled <= cut_i ? 0 : f_settled + (ends && f_settled != SWEPT);
    if (f_comes && f_bit == BITS - 1) f_coming <= (f_coming == 0) ? LAST_SEGMENT : f_coming - 1'b1;
  end
  wire [15:0] f_words = LAST_SEGMENT - f_coming;
  wire [15:0] f_next = f_since - 2;
  always @* begin
    assert (f_since < PERIOD && ask_q == (f_since == 0) && load_q == (f_since == 1) && late_q == (f_since == 2));
    assert (f_comes == (f_since > 2));
    if (f_comes) assert (f_since == 3 + f_words * BITS + f_bit && f_bit < BITS);
    else assert (f_bit == 0 && f_coming == LAST_SEGMENT);
    assert (f_words < SEGMENTS && segment_q == f_coming);
    assert (token_q == {{BITS-1{1'b0}}, f_comes} << f_bit);
    for (f_k = 0; f_k <= SWEPT; f_k = f_k + 1)
      if (f_settled == f_k) assert (settled_q == after(f_k) && settled == (f_k == SWEPT));
    assert (f_settled <= SWEPT);
    assert (whole == (f_comes && f_bit == BITS - 1) && (f_bit == 0 || last_segment_q == (f_coming == 0)));
    if (f_since > 1) assert (number_q == ((f_next > BITS) ? 31 : 31 - BITS + f_next));
    assert (at_stolen == (f_comes && f_bit == OF_STOLEN) && at_told == (f_comes && f_bit == OF_TOLD));
    assert (at_entry == (f_comes && f_bit == OF_ENTRY));
  end

  // The law: any one entry, that of the first edge, is loaded again before 2 * 2^ENTRY_WIDTH periods are over.
  reg                    f_started = 1'b0;
  reg  [ENTRY_WIDTH:0]   f_chosen = {ENTRY_WIDTH + 1{1'b0}};
  wire [ENTRY_WIDTH:0]   f_at = f_started ? f_chosen : chain_in[ENTRY_WIDTH:0];
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

  // The word that comes, bit by bit, and the counters, as if each were dealt with at once. Proved with two bytes a counter.
  localparam integer F_COUNTERS = 1 << ADDRESS_WIDTH;
  reg  [BITS-1:0]          f_word = {BITS{1'b0}};
  reg  [LOW-1:0]           f_before = {LOW{1'b0}};                // word_q of the cycle before
  reg  [15:0]              f_total [0:F_COUNTERS-1];
  initial for (f_k = 0; f_k < F_COUNTERS; f_k = f_k + 1) f_total[f_k] = 16'd0;
  reg                      f_counted = 1'b0, f_of = 1'b0;         // the leave to count and the bank of the cycle before
  reg                      f_counts = 1'b0, f_counts_of = 1'b0;   // the same of the last load
  reg  [ADDRESS_WIDTH-1:0] f_counter = {ADDRESS_WIDTH{1'b0}};     // the one that grows
  wire [ADDRESS_WIDTH-1:0] f_base = BASES[f_coming*ADDRESS_WIDTH +: ADDRESS_WIDTH];
  wire [ENTRY_WIDTH-1:0]   f_mask = MASKS[f_coming*ENTRY_WIDTH +: ENTRY_WIDTH];
  reg  [2:0]               f_step = 3'd0;                         // 1: its first byte is read, 3: it grows, 4: the second one does
  always @(posedge clk_i) begin
    f_counted <= enable_q && count_i;
    f_of <= bank_q;
    if (load_q) {f_counts, f_counts_of} <= {f_counted, f_of};
    if (f_comes) f_word[f_bit] <= chain_in[0];
    f_before <= word_q;
    f_step <= (at_stolen || at_entry) ? 3'd1 : (f_step == 3'd4) ? 3'd0 : f_step + (f_step != 3'd0);
    if (at_stolen) f_counter <= f_base + {f_word[ENTRY_WIDTH-1:0] & f_mask, f_counts_of};
    if (at_entry) f_counter <= f_base + {sweep_q[ENTRY_WIDTH:1] & f_mask, sweep_q[0]};
    if (f_step == 3'd3) f_total[f_counter] <= f_total[f_counter] + (of_entry_q ? f_word[BITS-1:ENTRY_WIDTH] : f_counts);
  end
  always @* begin
    assert (f_counted == counted_q && f_counts == steals_q && f_counts_of == steals_of_q && f_of == of_q);
    assert (store_q == (counted_q || load_q));
    assert (f_before[LOW-1:1] == word_q[LOW-2:0]);
    for (f_k = 0; f_k < BITS; f_k = f_k + 1)
      if (f_comes && f_k < f_bit && f_k + LOW >= f_bit) assert (word_q[LOW - f_bit + f_k] == f_word[f_k]);
    if (f_step == 3'd3 && of_entry_q) assert (word_q == f_word[BITS-1:ENTRY_WIDTH]);
    assert (begins_q == (f_step == 3'd1) && begins_1_q == (f_step == 3'd2));
    if (f_step == 3'd3) assert (carried_q == (!of_entry_q && f_counts));
    assert (reads_q == (f_step == 3'd1 || f_step == 3'd2) && reads_1_q == (f_step == 3'd2 || f_step == 3'd3));
    assert (adds_q == (f_step == 3'd3 || f_step == 3'd4) && f_step <= 3'd4);
    // At which bits these steps are.
    if (f_step != 3'd0 && !of_entry_q) assert (f_comes && f_bit == OF_STOLEN + f_step);
    if (f_step != 3'd0 && of_entry_q)
      assert ((f_step == 3'd1) ? f_comes && f_bit == BITS - 2 : (f_step == 3'd2) ? whole
              : (f_step == 3'd3) ? (f_comes ? f_bit == 0 : ask_q) : (f_comes ? f_bit == 1 : load_q));
    if (f_step == 3'd0) assert (!(f_comes && f_bit > OF_STOLEN && f_bit <= OF_STOLEN + 4) && !(f_comes && f_bit >= BITS - 2));
    if (f_step != 3'd0) assert (counter_q == f_counter);
    if (f_step == 3'd1) assert (part_q == 0);
    if (f_step == 3'd2) assert (part_q == 1 && part_1_q == 0 && read_q == counters[f_counter]);
    if (f_step == 3'd3) assert (part_1_q == 1 && part_2_q == 0 && added_q == counters[f_counter] && read_q == counters[F_COUNTERS + f_counter]);
    if (f_step == 3'd4) assert (part_2_q == 1 && added_q == counters[F_COUNTERS + f_counter]);
    for (f_k = 0; f_k < F_COUNTERS; f_k = f_k + 1)
      assert ((({counters[F_COUNTERS + f_k], counters[f_k]}
                + ((f_step == 3'd4 && f_k == f_counter) ? (grows_q + carried_q) << 8 : 0)) & 32'hffff) == f_total[f_k]);
    if (f_step == 3'd3) assert (grows_q == (of_entry_q ? word_q[7:0] : 8'd0));
    if (f_step == 3'd4) assert (grows_q == (of_entry_q ? f_before >> 8 : 0));
  end

  // A cut, and whether the chosen entry of the bank that rests was read since, and dealt with.
  reg        f_bank = 1'b0, f_loaded = 1'b0, f_done = 1'b0;
  reg        f_reported = 1'b0;  // there was a cut
  reg  [2:0] f_fresh = 3'd0;     // edges since the cut: samples from before it may be on their way
  wire [ENTRY_WIDTH:0] f_rests = {f_at[ENTRY_WIDTH:1], !bank_q};
  wire [ENTRY_WIDTH:0] f_ago = sweep_q - f_rests;          // periods since it was asked for
  localparam integer F_SWEPT = SWEPT - 1;
  always @(posedge clk_i) begin
    if (cut_i) f_bank <= !f_bank;
    if (cut_i) f_reported <= 1'b1;
    f_fresh <= cut_i ? 3'd0 : (f_fresh == 3'd7) ? 3'd7 : f_fresh + 3'd1;
    f_loaded <= !cut_i && (f_loaded || (load_q && f_ago == 0 && f_fresh > 3'd3));
    f_done <= !cut_i && (f_done || (f_loaded && f_since == 3));
    // Whoever sends begins anew after a cut.
    assume (!(cut_i && tells_i));
  end
  always @* begin
    assert (f_bank == bank_q && (f_settled <= F_SWEPT + 1 || !f_reported));
    if (f_settled >= 1 && f_reported) assert (f_fresh > f_since || f_fresh == 3'd7);
    if (f_settled >= 2 && f_reported) assert (f_fresh == 3'd7);
    if (f_settled >= 2 && f_reported && f_ago != 0 && f_ago <= f_settled - 2) assert (f_loaded);
    if (f_settled >= 2 && f_reported && f_ago == 0 && f_since > 1) assert (f_loaded);
    if (f_settled >= F_SWEPT && f_reported) assert (f_loaded);
    if (f_settled == F_SWEPT && f_since > 3 && f_reported) assert (f_done);
    if (f_settled > F_SWEPT && f_reported) assert (f_done);
    if ((got || valid_o) && tells_i && f_reported) assert (f_done && settled);
  end
  // A byte is that of the told counter of the bank that rests.
  reg [ADDRESS_WIDTH-1:0] f_told = 0;
  reg [PART_WIDTH-1:0]    f_part = 0;
  reg                     f_any = 1'b0;  // there is such a segment
  always @(posedge clk_i) if (at_told) begin
    f_any <= told_segment_q < SEGMENTS;
    f_told <= BASES[told_segment_q*ADDRESS_WIDTH +: ADDRESS_WIDTH]
              + {told_entry_q & MASKS[told_segment_q*ENTRY_WIDTH +: ENTRY_WIDTH], !bank_q};
    f_part <= told_part_q;
  end
  always @* begin
    if (fetch_1_q) assert (f_comes && f_bit == OF_TOLD + 1);
    if (fetch_1_q && f_any) assert ({part_q, counter_q} == f_part * F_COUNTERS + f_told);
    if (fetch_2_q) assert (f_comes && f_bit == OF_TOLD + 2 && !adds_q);
    if (fetch_2_q && f_any) assert (read_q == counters[f_part * F_COUNTERS + f_told]);
    if (fetch_1_q || fetch_2_q || held_q) assert (settled);
    assert (!(fetch_1_q && held_q) && !(fetch_2_q && held_q) && !(fetch_1_q && fetch_2_q));
  end
`endif

endmodule

`default_nettype wire
