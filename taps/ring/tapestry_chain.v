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
// Timing       A period is a load, at which every segment gives the entry that sweep_q names, and SEGMENTS words of BITS edges in which
//              they come, that of the last segment first. Meanwhile the word before is dealt with: the counter of {half, entry}
//              grows by (value - last) modulo 2^LOW, that of the stolen index by 1. Banks change at the edge of a
//              cut; a record is sent when all entries of the bank that rests were read once more.
//              Commands for one tap are not obeyed: the banks of a chain change together.
// Overflow     Counters wrap modulo 2^COUNTER_WIDTH. The law: an entry is read every 2 * 2^ENTRY_WIDTH * PERIOD edges; while this is
//              less than 2^LOW nothing is lost, whatever the design does.
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
    output wire [ENTRY_WIDTH+4:0] chain_out,
    /* verilator lint_off UNUSEDSIGNAL */
    input  wire [ENTRY_WIDTH+4:0] chain_in
    /* verilator lint_on UNUSEDSIGNAL */
);
  localparam integer BITS = LOW + 1 + ENTRY_WIDTH;                 // of a segment
  localparam integer LATE = (BLOCK != 0) ? 1 : 0;
  localparam integer PERIOD = SEGMENTS * BITS + 1 + LATE;
  localparam integer WORDS = (COUNTER_WIDTH + 15) / 16;            // of 16 bits, of a counter
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
    if (cuts) bank_q <= !bank_q;
    if (fire && operation_q[2:1] == 2'b10) stopped_q <= operation_q[0];
    if (fire && operation_q[2:1] == 2'b11) disabled_q <= operation_q[0];
  end
  wire count = enable_q && !stopped_q && !disabled_q;

  // ---- The sweep -----------------------------------------------------------------------------------

  reg                      load_q = 1'b1, late_q = 1'b0, comes_q = 1'b0;
  reg                      write_q = 1'b0, counted_q = 1'b0, steals_q = 1'b0, stolen_q = 1'b0;
  reg  [ENTRY_WIDTH:0]     sweep_q = {ENTRY_WIDTH + 1{1'b0}};     // {half, entry}
  reg  [BIT_WIDTH-1:0]     bit_q = {BIT_WIDTH{1'b0}};
  reg  [SEGMENT_WIDTH-1:0] segment_q = LAST_SEGMENT;
  reg  [BITS-1:0]          word_q = {BITS{1'b0}};
  reg  [STEP_WIDTH-1:0]    step_q = {STEP_WIDTH{1'b0}};           // of dealing with a word; 0: at rest
  wire                     whole = comes_q && bit_q == LAST_BIT;  // its last bit comes
  wire                     ends = whole && segment_q == {SEGMENT_WIDTH{1'b0}};
  wire                     entry_ends = ends && (&sweep_q[ENTRY_WIDTH-1:0]);
  always @(posedge clk_i) begin
    load_q <= ends;
    late_q <= load_q;
    comes_q <= ((BLOCK != 0) ? late_q : load_q) || (comes_q && !ends);
    if (ends) sweep_q <= sweep_q + {{ENTRY_WIDTH{1'b0}}, 1'b1};
    if (comes_q) bit_q <= whole ? {BIT_WIDTH{1'b0}} : bit_q + {{BIT_WIDTH-1{1'b0}}, 1'b1};
    word_q <= {chain_in[0], word_q[BITS-1:1]};
    // A sample counts two edges after it was taken, with the bank and the leave of the cycle after that edge.
    counted_q <= count;
    write_q <= count && !ends;
    if (load_q) steals_q <= counted_q;
    if (step_q == 1) stolen_q <= steals_q;
    step_q <= whole ? {{STEP_WIDTH-1{1'b0}}, 1'b1} : (step_q == {STEP_WIDTH{1'b0}} || step_q == LAST_STEP) ? {STEP_WIDTH{1'b0}}
              : step_q + {{STEP_WIDTH-1{1'b0}}, 1'b1};
    if (step_q == OF_STOLEN) segment_q <= (segment_q == {SEGMENT_WIDTH{1'b0}}) ? LAST_SEGMENT : segment_q - 1'b1;
  end
  assign chain_out = {sweep_q[ENTRY_WIDTH-1:0], sweep_q[ENTRY_WIDTH], write_q, load_q, bank_q, 1'b0};

  // The bank that rests is complete when a whole sweep over it, begun after the cut, was dealt with: 0 the cut's own period, 1 until the
  // sweep begins, 2 in it, 3 its last word, 4 complete.
  reg  [2:0] settled_q = 3'd4;
  wire       settled = settled_q[2];
  always @(posedge clk_i)
    if (cuts) settled_q <= 3'd0;
    else if (ends)
      case (settled_q)
        3'd1: if (entry_ends && sweep_q[ENTRY_WIDTH] == bank_q) settled_q <= 3'd2;
        3'd2: if (entry_ends) settled_q <= 3'd3;
        3'd4: settled_q <= 3'd4;
        default: settled_q <= settled_q + 3'd1;
      endcase

  // ---- The counters ---------------------------------------------------------------------------------

  // Part 0 of a counter is the value that was read last, the others its 16-bit words, the lowest first.
  (* ram_style = "block" *) reg [WIDE-1:0] counters [0:((WORDS+1)<<ADDRESS_WIDTH)-1];
  integer k;
  initial for (k = 0; k < (WORDS + 1) << ADDRESS_WIDTH; k = k + 1) counters[k] = {WIDE{1'b0}};

  // A byte is fetched in three cycles in which nothing else is due: its counter, its part, itself.
  reg  [1:0]               fetch_q = 2'd0;
  reg  [SEGMENT_WIDTH-1:0] told_segment_q = {SEGMENT_WIDTH{1'b0}};
  reg  [ENTRY_WIDTH-1:0]   told_entry_q = {ENTRY_WIDTH{1'b0}};
  reg  [BYTE_WIDTH-1:0]    told_byte_q = {BYTE_WIDTH{1'b0}};
  wire                     fetches = fetch_q != 2'd0;

  wire [SEGMENT_WIDTH-1:0] which = fetches ? told_segment_q : segment_q;
  wire [ADDRESS_WIDTH-1:0] base = BASES[which*ADDRESS_WIDTH +: ADDRESS_WIDTH];
  wire [ENTRY_WIDTH-1:0]   mask = MASKS[which*ENTRY_WIDTH +: ENTRY_WIDTH];
  wire                     last_of_tap = LASTS[which];

  reg  [ADDRESS_WIDTH-1:0] counter_q = {ADDRESS_WIDTH{1'b0}};
  wire                     of_stolen = step_q == OF_ENTRY;
  wire [ENTRY_WIDTH:0]     place = fetches ? {told_entry_q, !bank_q}
                                  : of_stolen ? word_q[BITS-WORDS -: ENTRY_WIDTH+1]
                                  : {sweep_q[ENTRY_WIDTH-1:0] & mask, sweep_q[ENTRY_WIDTH]};
  wire                     takes = (fetch_q == 2'd1) || of_stolen || (comes_q && bit_q == LAST_BIT - 1'b1);
  // verilator lint_off WIDTH
  wire [ADDRESS_WIDTH-1:0] counter_d = base | place;
  wire [PART_WIDTH-1:0]    told_part = (told_byte_q >> 1) + 1;
  wire [PART_WIDTH-1:0]    part = fetches ? told_part : whole ? 0 : (step_q > OF_ENTRY) ? step_q - OF_ENTRY : step_q;
  // verilator lint_on WIDTH
  always @(posedge clk_i) if (takes) counter_q <= counter_d;

  reg  [WIDE-1:0]                     read_q = {WIDE{1'b0}};
  reg  [PART_WIDTH+ADDRESS_WIDTH-1:0] address_q = {PART_WIDTH+ADDRESS_WIDTH{1'b0}};
  wire [PART_WIDTH+ADDRESS_WIDTH-1:0] address = {part, counter_q};
  reg  [LOW-1:0]                      grows_q = {LOW{1'b0}};
  wire                                first = step_q == 1;
  wire [WIDE:0]                       sum = {{WIDE-15{1'b0}}, read_q[15:0]} + {{WIDE-LOW+1{1'b0}}, grows_q};
  wire [WIDE-1:0]                     written = first ? {{WIDE-LOW{1'b0}}, word_q[LOW-1:0]} : {{WIDE-16{1'b0}}, sum[15:0]};
  always @(posedge clk_i) begin
    read_q <= counters[address];
    address_q <= address;
    if (step_q != 0) counters[address_q] <= written;
`ifdef MUTANT_1
    grows_q <= first ? word_q[LOW-1:0] - read_q[LOW-1:0] : {{WIDE-16{1'b0}}, sum[WIDE:16]};
`else
    grows_q <= first ? word_q[LOW-1:0] - read_q[LOW-1:0] : (step_q == OF_STOLEN) ? {{LOW-1{1'b0}}, stolen_q} : {{LOW+15-WIDE{1'b0}}, sum[WIDE:16]};
`endif
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
  wire        carry;
  wire [7:0]  number;
  assign {carry, number} = {1'b0, data} + {1'b0, added} + {8'd0, high_comes && carry_q};
  wire [7:0]  status = {4'b1000, stopped_q, cut_short_q, disabled_q, !bank_q};
  wire        busy = slot && (armed_q || (pending_q && !held_q && !ending_q));
  always @(posedge clk_i) begin
    if (low_comes) carry_q <= carry;
    ring_q[9:8] <= {kind[1] && !send_data, kind[0]};
    ring_q[7:0] <= number | ({8{send_data}} & byte_q) | ({8{send_end}} & status) | {7'd0, busy};
  end
  assign ring_out = ring_q;

endmodule

`default_nettype wire
